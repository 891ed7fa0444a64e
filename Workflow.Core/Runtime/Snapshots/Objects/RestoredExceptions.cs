using System.Data.Common;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The type with which an exception is restored: its own type if it has a tag, otherwise the nearest base class with a tag, or a substitute. The result depends
/// on the type only, so that each reference to the exception can be checked when it is written.
/// </summary>
internal static class RestoredExceptions
{
    private const string Substitute = "@substitute", DbSubstitute = "@dbSubstitute";

    public static Type TypeFor(Type type, TypeTags tags)
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

            if (!next.IsAbstract && tags.TagOf(next) is not null)
            {
                return next;
            }
        }
    }

    /// <summary>Returns the tag of a type that <see cref="TypeFor"/> has returned.</summary>
    public static string TagOf(Type restored, TypeTags tags) =>
        restored == typeof(SubstituteException) ? Substitute : restored == typeof(SubstituteDbException) ? DbSubstitute : tags.TagOf(restored)!;

    /// <summary>Returns the type with a tag; null for an unknown tag.</summary>
    public static Type? TypeOf(string tag, TypeTags tags) =>
        tag == Substitute ? typeof(SubstituteException) : tag == DbSubstitute ? typeof(SubstituteDbException)
        : tags.TypeOf(tag) is { IsAbstract: false } type && type.IsAssignableTo(typeof(Exception)) ? type : null;

    public static bool IsSubstitute(Type restored) => restored == typeof(SubstituteException) || restored == typeof(SubstituteDbException);

    /// <summary>
    /// Returns true if a load can put the restored form of an exception where a type is declared, or if the exception itself does not have that type.
    /// </summary>
    public static bool Fits(Exception exception, Type declared, TypeTags tags) =>
        declared.IsInstanceOfType(exception) is false || declared.IsAssignableFrom(TypeFor(exception.GetType(), tags));
}
