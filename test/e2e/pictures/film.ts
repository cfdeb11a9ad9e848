import type { Page } from 'playwright-core';
import type { Frame } from './animated-png.ts';

const QUERY = 'status:5xx';
/** Milliseconds. */
const KEY = 90;
const MOVE = 40;
const STEPS = 7;

/** Searches for what failed, opens the newest match and its exception, and takes a frame of each step. */
export async function film(page: Page): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  const pointer = { x: 700, y: 560 };
  const take = async (milliseconds: number) => {
    await page.evaluate(drawPointer, pointer);
    frames.push({ png: await page.screenshot(), milliseconds });
  };
  const moveTo = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${selector} is not on the page.`);
    const target = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const start = { ...pointer };
    for (let step = 1; step <= STEPS; step++) {
      pointer.x = start.x + ((target.x - start.x) * step) / STEPS;
      pointer.y = start.y + ((target.y - start.y) * step) / STEPS;
      await page.mouse.move(pointer.x, pointer.y);
      await take(step === STEPS ? 250 : MOVE);
    }
  };
  const clickLink = async (url: RegExp) => {
    await Promise.all([page.waitForURL(url), page.mouse.click(pointer.x, pointer.y)]);
  };

  await take(1800);
  await moveTo('input[name=q]');
  await page.mouse.click(pointer.x, pointer.y);
  for (const character of QUERY) {
    await page.keyboard.type(character);
    await take(KEY);
  }
  await take(500);
  await page.keyboard.press('Escape');
  await Promise.all([page.waitForURL(/q=status/), page.keyboard.press('Enter')]);
  await take(2000);
  await moveTo('tbody tr td:last-child a');
  await clickLink(/_profiler\/[0-9a-f]{6}/);
  await take(3500);
  await moveTo('nav a[href*="panel=exception"]');
  await clickLink(/panel=exception/);
  await take(3000);
  return frames;
}

/** A screenshot has no pointer. */
function drawPointer({ x, y }: { readonly x: number; readonly y: number }): void {
  const id = 'pointer-of-the-film';
  let pointer = document.getElementById(id);
  if (!pointer) {
    pointer = document.createElement('div');
    pointer.id = id;
    pointer.innerHTML =
      '<svg width="20" height="24" viewBox="0 0 20 24"><path d="M2 2v18l5-5 3 7 3-1-3-7h7z" fill="#111" stroke="#fff" stroke-width="1.5"/></svg>';
    pointer.style.cssText = 'position:fixed;z-index:9999;pointer-events:none;line-height:0';
    document.body.append(pointer);
  }
  pointer.style.left = `${x - 2}px`;
  pointer.style.top = `${y - 2}px`;
}
