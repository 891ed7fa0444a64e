using System.Text.Json;
using Workflow.Persistence;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Converts a running instance to its saved form and back. The saved form is one UTF-8 JSON document with the version of the format, the outlines of the
/// activities that it mentions, and a checksum (rule 7.5.3).
/// </summary>
internal static class Snapshot
{
    private const int Version = 1;

    private const string VersionKey = "workflow";

    private static readonly ObjectFormats Formats = new(
        new FrameFormat(),
        new EnvironmentFormat(),
        new DelegateArgumentsFormat(),
        new BookmarkFormat(),
        new BookmarkScopeFormat(),
        new HandleFormat(),
        new PartFormat(),
        new ExceptionFormat());

    /// <summary>
    /// Writes an instance, which must allow a save (rule 7.1) and must not be executing a work item. The instance is not changed, even if the save fails.
    /// </summary>
    /// <exception cref="SnapshotException">A value cannot be saved (rule 7.6.1).</exception>
    public static byte[] Capture(InstanceState instance, SnapshotState state, ValueSerializer serializer, TypeRegistry types)
    {
        try
        {
            SnapshotWriter writer = new(instance, state, serializer, types, Formats);
            Utf8JsonWriter json = writer.Json;
            json.WriteStartObject();
            json.WriteNumber(VersionKey, Version);
            Sections.Write(writer);
            DefinitionOutline.Write(writer, types);
            json.WriteEndObject();
            return writer.Close();
        }
        catch (UnsavableValueException failure)
        {
            throw new SnapshotException($"The instance cannot be saved: a name or text in it {failure.Message}.", failure);
        }
        catch (Exception exception) when (exception is not (SnapshotException or OutOfMemoryException))
        {
            // Values run code of the application in many places. Any exception of that code makes this save fail.
            throw new SnapshotException($"The instance cannot be saved: {ThrownText.Of(exception)}.", exception);
        }
    }

    /// <summary>
    /// Restores a saved instance in the state in which it was saved. The instance continues with the next run of the loop, or with its first run if it had not
    /// started.
    /// </summary>
    /// <param name="instance">An instance of the same definition that has not begun. After a failure, the instance cannot be used.</param>
    /// <param name="data">The saved document.</param>
    /// <param name="serializer">The serializer that reads values.</param>
    /// <param name="types">The aliases of types.</param>
    /// <returns>The data that the host saved.</returns>
    /// <exception cref="SnapshotException">The data cannot be read, or belongs to another definition.</exception>
    public static SnapshotState Restore(InstanceState instance, ReadOnlyMemory<byte> data, ValueSerializer serializer, TypeRegistry types)
    {
        try
        {
            SnapshotChecksum.Verify(data.Span);
            using JsonDocument document = JsonDocument.Parse(
                data.Length <= SnapshotLimits.Bytes ? data : throw ReadFailure.Create($"it is larger than the limit of {SnapshotLimits.Bytes} bytes"),
                SnapshotJson.ReaderOptions);
            SnapshotNode all = new(document.RootElement, "snapshot");
            CheckVersion(all);
            DefinitionOutline.Check(all, instance.Program, types);
            SnapshotReader reader = new(instance, all, new SavedInstance(StateSection.IdOf(all)), serializer, types, Formats);
            LoadedRun run = Sections.Read(all, reader);
            LoadedRunCheck.Check(run, reader);
            run.MoveTo(instance);
            return run.State;
        }
        catch (Exception exception) when (exception is not (SnapshotException or OutOfMemoryException))
        {
            // Saved data can be anything. Any exception while it is read makes this load fail.
            throw ReadFailure.Create(ThrownText.Of(exception), inner: exception);
        }
    }

    private static void CheckVersion(SnapshotNode all)
    {
        SnapshotNode version = all.Get(VersionKey);
        if (version.Int32() != Version)
        {
            throw version.Invalid(
                $"is the version {version.Int32()} of the format, but this library reads version {Version}",
                "use a newer version of the library");
        }
    }
}
