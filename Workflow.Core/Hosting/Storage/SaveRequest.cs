using System.Collections.ObjectModel;
using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>What a host says about an instance that is to be saved in its store.</summary>
internal sealed class SaveRequest
{
    public required InstanceStatus Status { get; init; }

    /// <summary>Whether the instance leaves this process; always so when it has completed.</summary>
    public bool Unlock { get; init; }

    /// <summary>Makes the snapshot, with what the participants want to get back in it; null for an instance that has completed. Called before anything is waited for.</summary>
    public Func<IReadOnlyDictionary<XName, object?>, ReadOnlyMemory<byte>>? Capture { get; init; }

    public IReadOnlyCollection<BookmarkInfo> Bookmarks { get; init; } = [];

    /// <summary>The variables that are written for others to read, by their names in the store.</summary>
    public IReadOnlyDictionary<XName, object?> MappedVariables { get; init; } = ReadOnlyDictionary<XName, object?>.Empty;

    /// <summary>The out arguments of a root that has closed.</summary>
    public IReadOnlyDictionary<string, object?>? Outputs { get; init; }

    /// <summary>Why the instance is faulted.</summary>
    public Exception? Failure { get; init; }
}
