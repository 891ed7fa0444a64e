using System.Text.Json;
using Workflow.Persistence;
using Workflow.Runtime.Execution;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The bridge between a live instance and what is saved of it: one UTF-8 JSON document with the version of the format, the fingerprint of the definition, and a checksum (rule 7.5.3).
/// </summary>
internal static class Snapshot
{
    private const int Version = 1;

    private const string VersionKey = "workflow", DefinitionKey = "definition";

    private static readonly JsonDocumentOptions Options = new() { MaxDepth = SnapshotLimits.Depth, AllowDuplicateProperties = false };

    /// <summary>Saves all of an instance that can be saved now (rule 7.1) and runs no item at the moment. The instance stays as it is, also when that fails.</summary>
    /// <exception cref="SnapshotException">A value cannot be saved (rule 7.6.1).</exception>
    public static byte[] Capture(WorkflowExecution execution, SnapshotState state, ValueSerializer serializer, TypeRegistry types)
    {
        try
        {
            using SnapshotWriter writer = new(execution, state, serializer, types);
            Utf8JsonWriter json = writer.Json;
            json.WriteStartObject();
            json.WriteNumber(VersionKey, Version);
            json.WriteString(DefinitionKey, writer.Layout.Fingerprint);
            Sections.Write(writer);
            json.WriteEndObject();
            return writer.Close();
        }
        catch (UnsavableValueException failure)
        {
            throw new SnapshotException($"The instance cannot be saved: a name or text in it {failure.Message}.", failure);
        }
        catch (Exception exception) when (exception is not (SnapshotException or OutOfMemoryException))
        {
            // Values run code of the author's at many places: whatever that throws is the failure of this save.
            throw new SnapshotException($"The instance cannot be saved: {ThrownText.Of(exception)}.", exception);
        }
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
            SnapshotReader reader = new(execution, all, new SavedInstance(StateSection.IdOf(all)), serializer, types);
            LoadedRun run = Sections.Read(all, reader);
            LoadedRunCheck.Check(run, reader);
            run.Begin(createHost, hostState, slowLane);
            return run.State;
        }
        catch (Exception exception) when (exception is not (SnapshotException or OutOfMemoryException))
        {
            // Data may be anything: whatever it leads to is the failure of this load.
            throw new SnapshotException($"The snapshot cannot be read: {ThrownText.Of(exception)}.", exception);
        }
    }

    private static void CheckHead(Entry all, WorkflowExecution execution)
    {
        Entry version = all.Get(VersionKey);
        if (version.Int32() != Version)
        {
            throw version.Wrong($"is the format {version.Int32()}; this version of the library reads {Version}");
        }

        Entry definition = all.Get(DefinitionKey);
        if (definition.Text() != ProgramLayout.Of(execution.Program).Fingerprint)
        {
            throw definition.Wrong(
                $"is not that of '{execution.Program.Root.DisplayName}': the snapshot was made with another definition, or the definition has changed; load it with the one that it was started with");
        }
    }
}
