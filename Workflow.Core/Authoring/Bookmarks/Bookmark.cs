using System.Diagnostics;

namespace Workflow;

/// <summary>A point at which an activity waits until it is resumed with a value.</summary>
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

    internal Bookmark(string name, long number)
    {
        Name = name;
        Number = number;
    }

    /// <summary>The name; empty for a numbered bookmark.</summary>
    public string Name { get; }

    /// <summary>The number of a bookmark without a name; 0 for a named bookmark.</summary>
    internal long Number { get; }

    /// <summary>The instance of a numbered bookmark after a save. After a load, another object represents the same bookmark (rule 8.1). Null before the first save.</summary>
    internal SavedInstance? SavedWith { get; set; }

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => Number == 0 ? Name : $"#{Number}";

    /// <inheritdoc/>
    public override string ToString() => DebuggerText;
}
