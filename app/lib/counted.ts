/** A number with its noun: "1 feriado", "3 feriados", "0 francos". `many` is an irregular plural. */
export function counted(amount: number, one: string, many = `${one}s`): string {
	return `${amount} ${amount === 1 ? one : many}`;
}
