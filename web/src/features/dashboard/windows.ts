/** In days. */
export const windows = [1, 7, 30, 90] as const;
export type Window = (typeof windows)[number];

export const usualWindow: Window = 30;

export function readSearch({ days, specimen }: Record<string, unknown>) {
  const window = windows.find((each) => each === Number(days));
  return {
    ...(window && window !== usualWindow && { days: window }),
    // Without a choice, specimens are shown only while there are no real sessions.
    ...(typeof specimen === 'boolean' && { specimen }),
  };
}
