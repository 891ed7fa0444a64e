using System.Text.Json;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>The options of the JSON in snapshots.</summary>
internal static class SnapshotJson
{
    public static readonly JsonWriterOptions WriterOptions = new() { Encoder = StrictEncoder.Instance, MaxDepth = SnapshotLimits.Depth };

    public static readonly JsonDocumentOptions ReaderOptions = new() { MaxDepth = SnapshotLimits.Depth, AllowDuplicateProperties = false };
}
