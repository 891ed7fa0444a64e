using System.Text.Json;
using Workflow.Persistence;
using Workflow.Runtime.Execution;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The bridge between a live instance and what is saved of it: one UTF-8 JSON document with the version of the format, the fingerprint of the definition, and a checksum (rule 7.5).
/// </summary>
internal static class Snapshot
{
    private const int Version = 1;

    private static readonly JsonDocumentOptions Options = new() { MaxDepth = SnapshotLimits.Depth, AllowDuplicateProperties = false };

    /// <summary>Saves all of an instance that can be saved now (rule 7.1) and runs no item at the moment. The instance stays as it is, also when that fails.</summary>
    /// <exception cref="SnapshotException">A value cannot be saved (rule 7.6).</exception>
    public static byte[] Capture(WorkflowExecution execution, SnapshotState state, ValueSerializer serializer, TypeRegistry types)
    {
        using SnapshotWriter writer = new(execution, new SavedInstance(state.InstanceId), serializer, types);
        Utf8JsonWriter json = writer.Json;
        json.WriteStartObject();
        json.WriteNumber("workflow", Version);
        json.WriteString("definition", writer.Layout.Fingerprint);
        StateFormat.Write(state, writer);
        RunFormat.Write(writer);
        writer.WriteObjects();
        json.WriteEndObject();
        return writer.Close();
    }

    /// <summary>
    /// Brings a saved instance back in an execution of the same definition that runs nothing: it stands where it was saved, and goes on with the loop's next run, or with its first one
    /// when it had not started. The execution is used up when that fails.
    /// </summary>
    /// <exception cref="SnapshotException">The data cannot be read, or is of another definition. Nothing has been done then.</exception>
    public static SnapshotState Restore(
        WorkflowExecution execution,
        ReadOnlyMemory<byte> data,
        ValueSerializer serializer,
        TypeRegistry types,
        Func<WorkflowExecution, object?, ExecutionHost> createHost,
        object? hostState,
        bool slowLane = false)
    {
        try
        {
            SnapshotSeal.Check(data.Span);
            using JsonDocument document = JsonDocument.Parse(data.Length <= SnapshotLimits.Bytes ? data : throw new SnapshotException("The snapshot cannot be read: it is too large."), Options);
            Entry all = new(document.RootElement, "snapshot");
            CheckHead(all, execution);
            SnapshotReader reader = new(execution, all, new SavedInstance(all.Get("id").Id()), serializer, types);
            reader.ReadObjects();
            SnapshotState state = StateFormat.Read(all, reader);
            LoadedRun run = RunFormat.Read(all, reader);
            run.Check(state);
            run.Begin(createHost, hostState, slowLane);
            return state;
        }
        catch (Exception exception) when (exception is not (SnapshotException or OutOfMemoryException))
        {
            // Data may be anything: whatever it leads to is the failure of this load.
            throw new SnapshotException($"The snapshot cannot be read: {exception.Message}", exception);
        }
    }

    private static void CheckHead(Entry all, WorkflowExecution execution)
    {
        Entry version = all.Get("workflow");
        if (version.Int32() != Version)
        {
            throw version.Wrong($"is the format {version.Int32()}; this version of the library reads {Version}");
        }

        Entry definition = all.Get("definition");
        if (definition.Text() != ProgramLayout.Of(execution.Program).Fingerprint)
        {
            throw definition.Wrong(
                $"is not that of '{execution.Program.Root.DisplayName}': the snapshot was made with another definition, or the definition has changed; load it with the one that it was started with");
        }
    }
}
