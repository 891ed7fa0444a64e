using System.Diagnostics;

namespace Workflow;

/// <summary>A point at which an activity waits until the bookmark is resumed with a value.</summary>
[DebuggerDisplay("{DebuggerText,nq}")]
public class Bookmark
{
    /// <summary>Creates a bookmark with a name, by which a host can resume it.</summary>
    /// <param name="name">The name.</param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public Bookmark(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        Name = name;
    }

    private protected Bookmark() => Name = string.Empty;

    /// <summary>The name; empty for a numbered bookmark.</summary>
    public string Name { get; }

    /// <summary>The number of a bookmark without a name; 0 for a named bookmark.</summary>
    internal long Number => (this as NumberedBookmark)?.Value ?? 0;

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => Number == 0 ? Name : $"#{Number}";

    /// <inheritdoc/>
    public override string ToString() => DebuggerText;
}
