namespace Workflow.Persistence;

/// <summary>
/// Substitutes an exception that was saved and could not be restored exactly, because its type has no alias in the <see cref="TypeRegistry"/> or because a
/// part of it cannot be saved (rule 7.5.6). The substitute has the message, the stack trace and the inner exceptions of the original, and the entries of
/// its data that can be saved.
/// </summary>
/// <remarks>
/// If a base class of the original can be restored, the substitute is an exception of that class instead, with the properties of that class;
/// <see cref="OriginalTypeOf"/> recognizes such an exception.
/// </remarks>
public sealed class SubstituteException : Exception
{
    internal const string DataKey = "Workflow.OriginalType";

    internal SubstituteException(string? message, string originalType, Exception? innerException)
        : base(message, innerException) => OriginalType = originalType;

    /// <summary>The full name of the type of the original.</summary>
    public string OriginalType { get; }

    /// <summary>Gets the name of the original type of an exception that substitutes another one.</summary>
    /// <param name="exception">An exception, for example one that a handler gets after a load.</param>
    /// <returns>The full name of the type of the original; null if the exception is the original, or was restored exactly.</returns>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    public static string? OriginalTypeOf(Exception exception)
    {
        ArgumentNullException.ThrowIfNull(exception);
        return exception switch
        {
            SubstituteException substitute => substitute.OriginalType,
            SubstituteDbException substitute => substitute.OriginalType,
            _ => exception.Data[DataKey] as string,
        };
    }

    /// <summary>Returns the text of the original: the name of its type, its message, inner exceptions and stack trace.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => TextOf(this, base.ToString(), OriginalType);

    /// <summary>Replaces the type name at the beginning of the text of an exception with the name of the original type.</summary>
    internal static string TextOf(Exception exception, string text, string originalType) =>
        exception.GetType().ToString() is var name && text.StartsWith(name, StringComparison.Ordinal)
            ? string.Concat(originalType, text.AsSpan(name.Length))
            : text;
}
