export default function Page() {
  return <p>Hello. Every request is recorded: see /_profiler</p>;
}
