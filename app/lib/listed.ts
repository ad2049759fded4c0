/** Lists words in a sentence: "A", "A y B", "A, B y C". */
export function listed(words: readonly string[]): string {
	const last = words[words.length - 1] ?? "";
	return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} y ${last}`;
}
