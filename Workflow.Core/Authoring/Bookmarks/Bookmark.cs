using System.Diagnostics;

namespace Workflow;

/// <summary>A point at which an activity waits, to be resumed with a value.</summary>
[DebuggerDisplay("{DebuggerText,nq}")]
public class Bookmark
{
    /// <summary>Names a bookmark, to resume it from outside.</summary>
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

    /// <summary>The number that stands for the name of a bookmark without one; 0 for a named one.</summary>
    internal long Number { get; }

    /// <summary>Which instance a numbered bookmark belongs to, once that has been saved: then another object stands for it after a load (rule 8.1). Null before.</summary>
    internal SavedInstance? SavedWith { get; set; }

    /// <summary>What a debugger shows.</summary>
    internal string DebuggerText => Number == 0 ? Name : $"#{Number}";

    /// <inheritdoc/>
    public override string ToString() => DebuggerText;
}
