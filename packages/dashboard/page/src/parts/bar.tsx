/** How much of something is used or done; the text beside it says the same. */
export const Bar = ({ value, of, label }: { readonly value: number; readonly of: number; readonly label: string }) => (
  <progress value={Math.min(value, of)} max={Math.max(1, of)} aria-label={label}>
    {label}
  </progress>
)
