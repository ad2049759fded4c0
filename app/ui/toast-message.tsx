/** The message that an action leaves for the next page. It stays: nobody has to read against a clock. */
export function ToastMessage({ title, text }: { title?: string; text: string }) {
	return (
		<div className="toast" role="status">
			{title && <strong>{title}</strong>}
			<p>{text}</p>
		</div>
	);
}
