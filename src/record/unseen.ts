/** A function of an app, a framework or Node. */
export type Call = (this: never, ...args: never[]) => unknown;
/** Runs before a call, and may change its arguments. Returns what is called instead, if not the function itself. Must not throw. */
export type Before<Self, Args> = (self: Self, args: Args) => Call | undefined;

/**
 * JavaScript has no tail calls, but WebAssembly has: `before` and this function have left the stack when the call begins.
 *
 *     (func (export "t") (param $before $call $self $args externref) (result externref)
 *       (return_call $apply (call $choose $before $call $self $args) $self $args))
 */
const CODE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[
    0x01, 0x10, 0x02, 0x60, 0x04, 0x6f, 0x6f, 0x6f, 0x6f, 0x01, 0x6f, 0x60, 0x03, 0x6f, 0x6f, 0x6f, 0x01,
    0x6f,
  ],
  ...[0x02, 0x0b, 0x02, 0x00, 0x01, 0x62, 0x00, 0x00, 0x00, 0x01, 0x63, 0x00, 0x01],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x74, 0x00, 0x02],
  ...[0x0a, 0x14, 0x01, 0x12, 0x00, 0x20, 0x00, 0x20, 0x01, 0x20, 0x02, 0x20, 0x03, 0x10, 0x00],
  ...[0x20, 0x02, 0x20, 0x03, 0x12, 0x01, 0x0b],
]);

type Trap = (before: unknown, call: unknown, self: unknown, args: unknown) => unknown;
type AnyBefore = (self: unknown, args: unknown) => Call | undefined;
let trap: Trap | undefined;

/** Node can be started without WebAssembly (`--jitless`). Then our frames are seen. */
function createTrap(): Trap {
  const choose = (before: AnyBefore, call: Call, self: unknown, args: unknown) => before(self, args) ?? call;
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(CODE), {
      '': { b: choose, c: Reflect.apply },
    });
    return exports.t as Trap;
  } catch {
    return (before, call, self, args) =>
      Reflect.apply(choose(before as AnyBefore, call as Call, self, args), self as never, args as never);
  }
}

/**
 * A function that runs `before` and then the given one, so that no frame of ours is in the stack of what is called: not in its errors, and
 * none of the app's is pushed out. It has the properties of the given function. A wrapper in JavaScript stays in the stack until the call
 * has returned.
 */
export function unseen<Called extends Call, Self>(
  call: Called,
  before: Before<Self, Parameters<Called>>,
): Called {
  trap ??= createTrap();
  return new Proxy<Called>(call, { apply: trap.bind(undefined, before) });
}
