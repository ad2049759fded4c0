/** The compiler gives a stylesheet's address. */
declare module "*.css" {
	const address: string;
	export default address;
}

/** The compiler gives a drawing's address, with a hash of what it shows. */
declare module "*.svg" {
	const address: string;
	export default address;
}
