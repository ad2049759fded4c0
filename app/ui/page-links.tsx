import { Icon } from "~/ui/icons";

interface PageLinksProps {
	label?: string;
	/** Link to the first page, if another one is shown. */
	first?: { href: string; text: string } | false;
	/** Link to the next page, if there is one. */
	next?: { href: string; text: string } | false;
}

/** Links between the pages of a list; nothing for a list of one page, as screen readers announce an empty navigation. */
export function PageLinks({ label = "Páginas", first, next }: PageLinksProps) {
	if (!first && !next) return null;
	return (
		<nav className="row" aria-label={label}>
			{first && (
				<a className="btn" href={first.href}>
					{first.text}
				</a>
			)}
			{next && (
				<a key={next.href} className="btn" href={next.href} rel="next">
					{next.text} <Icon name="right" />
				</a>
			)}
		</nav>
	);
}
