/** Options that npm takes for itself when no "--" stands before them. */

/** Says which option npm took, if it took one that has a value and is not given. */
export function takenByNpm(
	options: Readonly<Record<string, { value?: string }>>,
	given?: ReadonlyMap<string, string>,
): string | undefined {
	const taken = Object.entries(options).find(
		([name, { value }]) => value && !given?.has(name) && isTakenByNpm(name),
	);
	return taken && `npm se quedó con --${taken[0]}: las opciones van después de « -- ».`;
}

/**
 * Whether npm took an option for a setting of its own, because no "--" stood before. It may also take the name for the
 * beginning of a longer one: `npm run backup --to /mnt/usb` sets `token-description`, and a backup elsewhere was made.
 */
function isTakenByNpm(option: string): boolean {
	const start = `npm_config_${option.replaceAll("-", "_")}`;
	return Object.entries(process.env).some(([name, value]) => name.startsWith(start) && value);
}
