import { count, type FigureGroup, mebibytes, share, span } from './figures.ts';
import type { ProcessFacts } from './process-facts.ts';

/** The process as every program has one: time, memory, event loop, and what it has open. */
export function describeProcess(facts: ProcessFacts): readonly FigureGroup[] {
  const { pid, node, uptime_seconds, cpu_seconds, memory_bytes: memory, open } = facts.process();
  const { utilization, delay_ms: delay } = facts.eventLoop();
  const heap = facts.heap();
  return [
    {
      title: 'Process',
      figures: [
        { label: 'Process ID', text: String(pid) },
        { label: 'Node.js', text: node },
        { label: 'Up for', text: span(uptime_seconds * 1000) },
        {
          label: 'Processor time',
          text: `${(cpu_seconds.user + cpu_seconds.system).toFixed(1)} s`,
          note: 'user and system, since the start',
        },
        ...Object.entries(open).map(([name, value]) => count(`Open: ${name}`, value)),
      ],
    },
    {
      title: 'Event loop',
      figures: [
        {
          label: 'Busy',
          text: `${(utilization * 100).toFixed(1)} %`,
          share: { used: utilization, limit: 1 },
          note: 'since it was last asked',
        },
        ...(['p50', 'p90', 'p99', 'max'] as const).map((name) => ({
          label: `Delay, ${name}`,
          text: `${delay[name].toFixed(1)} ms`,
        })),
        { label: 'Measured every', text: `${delay.resolution} ms`, note: 'which every delay includes' },
      ],
    },
    {
      title: 'Memory',
      figures: [
        { label: 'Resident', text: mebibytes(memory.rss), note: 'what the system counts' },
        { label: 'Resident, peak', text: mebibytes(memory.peak_rss) },
        {
          ...share('Heap in use', heap.used_heap_size, heap.heap_size_limit),
          text: `${mebibytes(heap.used_heap_size)} of ${mebibytes(heap.heap_size_limit)}`,
        },
        { label: 'Heap reserved', text: mebibytes(heap.total_heap_size) },
        { label: 'Outside the heap', text: mebibytes(memory.external), note: 'buffers, most of all' },
      ],
    },
  ];
}
