using System.Data.Common;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The type with which an exception is restored: its own if it has a tag, otherwise the nearest base class with a tag, or a substitute. It depends on the type only, so that each place
/// that refers to the exception can be checked when it is written.
/// </summary>
internal static class RestoredExceptions
{
    private const string Substitute = "@substitute", DbSubstitute = "@dbSubstitute";

    public static Type TypeFor(Type type, EncodedValueWriter values)
    {
        for (Type next = type; ; next = next.BaseType!)
        {
            if (next == typeof(SubstituteException) || (next == typeof(Exception) && next != type))
            {
                return typeof(SubstituteException);
            }

            if (next == typeof(SubstituteDbException) || next == typeof(DbException))
            {
                return typeof(SubstituteDbException);
            }

            if (!next.IsAbstract && values.TagOf(next) is not null)
            {
                return next;
            }
        }
    }

    /// <summary>The tag of a type of <see cref="TypeFor"/>.</summary>
    public static string TagOf(Type restored, EncodedValueWriter values) =>
        restored == typeof(SubstituteException) ? Substitute : restored == typeof(SubstituteDbException) ? DbSubstitute : values.TagOf(restored)!;

    /// <summary>Null for an unknown tag.</summary>
    public static Type? TypeOf(string tag, EncodedValueReader values) =>
        tag == Substitute ? typeof(SubstituteException) : tag == DbSubstitute ? typeof(SubstituteDbException)
        : values.TypeOf(tag) is { IsAbstract: false } type && type.IsAssignableTo(typeof(Exception)) ? type : null;

    public static bool IsSubstitute(Type restored) => restored == typeof(SubstituteException) || restored == typeof(SubstituteDbException);

    /// <summary>Whether a load may put what it restores where a type is declared.</summary>
    public static bool Fits(Exception exception, Type declared, EncodedValueWriter values) =>
        declared.IsInstanceOfType(exception) is false || declared.IsAssignableFrom(TypeFor(exception.GetType(), values));
}
