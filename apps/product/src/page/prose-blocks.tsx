/** Text of the document: paragraphs, lists, tables, emphasis and links. It never contains scripts. */
import { List, Table, Text, Title } from "@mantine/core";
import { InlineProse } from "../value/inline-prose.tsx";
import { blocksOf, type ProseBlock } from "../prose/blocks.ts";

/** Nothing for a text without a block. */
export function ProseBlocks({ prose }: { prose: string }) {
  const blocks = blocksOf(prose);
  if (blocks.length === 0) return null;
  return (
    <div className="prose">
      {blocks.map((block, i) => (
        <Block key={i} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: ProseBlock }) {
  switch (block.kind) {
    case "heading":
      return (
        <Title order={2} size="h4" mt="lg" mb="xs" dir="auto">
          <InlineProse text={block.text} />
        </Title>
      );
    case "list":
      return (
        <List type={block.ordered ? "ordered" : "unordered"} mb="md" spacing={4}>
          {block.items.map((item, i) => (
            <List.Item key={i} dir="auto">
              <InlineProse text={item} />
            </List.Item>
          ))}
        </List>
      );
    case "table":
      return (
        <Table.ScrollContainer minWidth={320} mb="md" className="card" tabIndex={0} role="region" aria-label={block.head.join(", ")}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {block.head.map((cell, i) => (
                  <Table.Th key={i}>
                    <InlineProse text={cell} />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {block.rows.map((row, i) => (
                <Table.Tr key={i}>
                  {row.map((cell, j) => (
                    <Table.Td key={j}>
                      <InlineProse text={cell} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      );
    case "paragraph":
      return (
        <Text mb="md" dir="auto">
          <InlineProse text={block.text} />
        </Text>
      );
  }
}
