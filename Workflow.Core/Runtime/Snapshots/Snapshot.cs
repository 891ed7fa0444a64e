using System.Text.Json;
using Workflow.Persistence;
using Workflow.Runtime.Execution;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Converts a running instance to its saved form and back. The saved form is one UTF-8 JSON document with the version of the format, the fingerprint of the definition, and a checksum (rule 7.5.3).
/// </summary>
internal static class Snapshot
{
    private const int Version = 1;

    private const string VersionKey = "workflow", DefinitionKey = "definition";

    private static readonly JsonDocumentOptions Options = new() { MaxDepth = SnapshotLimits.Depth, AllowDuplicateProperties = false };

    /// <summary>Writes an instance. The instance must allow a save (rule 7.1) and must not be executing a work item. It is not changed, even if the save fails.</summary>
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
            // Values run code of the application in many places. Whatever it throws, this save fails.
            throw new SnapshotException($"The instance cannot be saved: {ThrownText.Of(exception)}.", exception);
        }
    }

    /// <summary>
    /// Reads a saved instance into an idle execution of the same definition. The instance continues from the saved point with the next run of the loop. If the load fails, the execution
    /// cannot be used again.
    /// </summary>
    /// <exception cref="SnapshotException">The data cannot be read, or belongs to another definition. The saved state is unchanged.</exception>
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
            SnapshotChecksum.Verify(data.Span);
            using JsonDocument document = JsonDocument.Parse(data.Length <= SnapshotLimits.Bytes ? data : throw ReadFailure.Create($"it is larger than the limit of {SnapshotLimits.Bytes} bytes"), Options);
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
            // Saved data can be anything. Whatever reading it throws, this load fails.
            throw ReadFailure.Create(ThrownText.Of(exception), inner: exception);
        }
    }

    private static void CheckHead(Entry all, WorkflowExecution execution)
    {
        Entry version = all.Get(VersionKey);
        if (version.Int32() != Version)
        {
            throw version.Invalid($"is the version {version.Int32()} of the format, but this library reads version {Version}", "use a newer version of the library");
        }

        Entry definition = all.Get(DefinitionKey);
        if (definition.Text() != ProgramLayout.Of(execution.Program).Fingerprint)
        {
            throw definition.Invalid(
                $"is not the fingerprint of '{execution.Program.Root.DisplayName}', so the instance was saved with another or an older definition", "load it with the definition that it was started with");
        }
    }
}
