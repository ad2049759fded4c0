/** Importing a `.css` file yields the URL of the compiled stylesheet. */
declare module "*.css" {
	const address: string;
	export default address;
}

/** Importing an `.svg` file yields the URL of the drawing, which contains a hash of the drawing's content. */
declare module "*.svg" {
	const address: string;
	export default address;
}
