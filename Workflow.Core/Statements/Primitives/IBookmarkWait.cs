namespace Workflow.Statements;

/// <summary>An activity that waits at a named bookmark for a value of a type that is known before it runs.</summary>
/// <remarks>
/// Hosts read this from definitions to refuse a value of another type at its sender, before a store keeps it. <see cref="WaitForBookmark{T}"/> implements the
/// interface; an activity of an application that overrides <c>BookmarkValueType</c> can implement it as well.
/// </remarks>
public interface IBookmarkWait
{
    /// <summary>The name of the bookmark. A name that is no literal is not known before the activity runs, so hosts ignore it.</summary>
    InArgument<string>? BookmarkName { get; }

    /// <summary>
    /// The text that distinguishes concurrent waits with the same name; null for none. The name of the bookmark is then both, separated by a slash.
    /// </summary>
    InArgument<string>? Correlation { get; }

    /// <summary>The type of the value.</summary>
    Type ValueType { get; }
}
