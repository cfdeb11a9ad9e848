// The folders above belong to Gatebook, not to this app.
export default { turbopack: { root: import.meta.dirname } };
