/** The compiler gives a stylesheet's address. */
declare module "*.css" {
	const address: string;
	export default address;
}
