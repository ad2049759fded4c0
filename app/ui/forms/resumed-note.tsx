/** Note above a form whose values were restored after a sign-in. */
export function ResumedNote() {
	return (
		<p className="note" role="status">
			Ya ingresaste. Lo que escribiste está acá y todavía no se guardó: revisalo y tocá el botón de abajo.
		</p>
	);
}
