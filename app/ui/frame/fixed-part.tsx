import { type ComponentType, type HTMLAttributes, useContext } from "react";
import type { FixedProps } from "~/lib/http/page-wing";
import { PageContext } from "./page-context";

interface FixedPartProps<Props extends FixedProps> extends Pick<HTMLAttributes<HTMLElement>, "className"> {
	tag: "header" | "p";
	content: ComponentType<Props>;
	props: Props;
}

/**
 * An element whose content depends on nothing but `props`, so that the server renders the content only once for
 * each value of `props`. The content uses no hooks and no context. In the browser it is an ordinary part of the
 * page.
 */
export function FixedPart<Props extends FixedProps>({
	tag: Tag,
	content: Content,
	props,
	...attributes
}: FixedPartProps<Props>) {
	const { fixedHtml } = useContext(PageContext);
	if (!fixedHtml)
		return (
			<Tag {...attributes}>
				<Content {...props} />
			</Tag>
		);
	const html = { __html: fixedHtml(Content, props) };
	// biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered the HTML
	return <Tag {...attributes} dangerouslySetInnerHTML={html} />;
}
