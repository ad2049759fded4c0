/** Texts about accounts whose exact wording is required; imported like `app/lib/messages.ts`. */

export const usernameRequired = "Nombre de usuario requerido.";
export const passwordRequired = "Contraseña requerida.";
export const passwordShort = "Contraseña debe tener al menos 6 caracteres.";
export const confirmPasswordShort = "Confirmar Contraseña debe tener al menos 6 caracteres.";
export const passwordsDiffer = "Contraseña deben ser iguales.";
export const recoverySent = "Revisa tu correo electrónico!";
export const verificationSent = "Te enviamos un correo electrónico para verificarlo";
export const goToProfile = "Ir a Mi Perfil";
