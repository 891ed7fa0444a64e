using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// The saved format of an instance: a magic number, a version and a checksum; the name of the workflow, the id of the instance and the fingerprint of the
/// definition; and the state. The checksum detects damage, but does not prove who wrote the bytes.
/// </summary>
internal static class InstanceSnapshot
{
    private const byte Version = 1;
    private const byte VersionWithChanges = 2;
    private static readonly byte[] Mark = "WF3S"u8.ToArray();

    [ThreadStatic]
    private static Loading? s_loading;

    /// <summary>Writes a running instance.</summary>
    /// <exception cref="InvalidOperationException">A value cannot be saved, or the activity is not the root of an instance.</exception>
    public static byte[] Write(Activity root)
    {
        byte[] bytes = WriteCheckpoint(root);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(Mark.Length + 1), ChecksumOf(bytes));
        return bytes;
    }

    /// <summary>
    /// Writes a running instance without the checksum, for <see cref="ReadCheckpoint"/>. The bytes stay in the memory of the process, where they cannot be
    /// damaged.
    /// </summary>
    /// <exception cref="InvalidOperationException">A value cannot be saved, or the activity is not the root of an instance.</exception>
    public static byte[] WriteCheckpoint(Activity root)
    {
        if (root.Runtime is not { Port: ActivityExecutor executor, Definition: DefinitionParts definition })
        {
            throw new InvalidOperationException(
                $"'{root.QualifiedName}' is not the root of a workflow instance that can be saved; pass the root that the runtime passes.");
        }

        IReadOnlyList<byte[]> changes = DefinitionHistory.Of(root)?.Changes ?? [];
        RuntimeReferences references = new(executor, definition.Types(executor.Host.FindType));
        StateBuffers buffers = StateBuffers.Rent(references.Types);
        try
        {
            buffers.Live.Fill(root);
            ActivityStateWriter state = new(buffers.Live, definition, references, root, buffers);
            ByteWriter writer = buffers.Result;
            writer.Write(Mark);
            writer.Write(changes.Count > 0 ? VersionWithChanges : Version);
            writer.Next(sizeof(uint)).Clear();
            SimpleValueFormat.Text(writer, SavedTypes.FullNameOf(root.GetType()));
            writer.Write(executor.InstanceId);
            writer.Write(definition.Fingerprint);
            WriteChanges(writer, changes);
            state.Write(ExecutorImage.Of(root, executor));
            return writer.ToArray();
        }
        finally
        {
            buffers.Return();
        }
    }

    /// <summary>Creates an instance from bytes, for the load that runs on this thread.</summary>
    /// <returns>The root of its activities.</returns>
    /// <exception cref="StateDamageException">The bytes are damaged, or do not fit.</exception>
    /// <exception cref="InvalidOperationException">No load runs on this thread.</exception>
    public static Activity Read(byte[] bytes)
    {
        Loading loading = s_loading ?? throw new InvalidOperationException(
            "Saved state can be read only while the runtime loads an instance; read it in LoadWorkflowInstanceState.");
        return Read(bytes, loading.InstanceId, loading.Find, loading.Host);
    }

    /// <summary>Creates an instance from bytes.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="instanceId">The id that the instance must have.</param>
    /// <param name="find">Returns the workflow with the specified name; null if it is unknown.</param>
    /// <param name="host">The host of the executor of the instance.</param>
    /// <returns>The root of its activities.</returns>
    /// <exception cref="StateDamageException">The bytes are damaged, or do not fit.</exception>
    public static Activity Read(byte[] bytes, Guid instanceId, Func<string, WorkflowDefinition?> find, ExecutorHost host)
    {
        StateBytes body = Open(bytes);
        return ChecksumOf(bytes) == BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(Mark.Length + 1))
            ? Read(bytes, body, instanceId, find, host)
            : throw new StateDamageException("The saved state does not have the checksum with which it was saved; restore it from a backup.");
    }

    /// <summary>Creates an instance from the bytes of <see cref="WriteCheckpoint"/>.</summary>
    /// <inheritdoc cref="Read(byte[], Guid, Func{string, WorkflowDefinition}, ExecutorHost)"/>
    public static Activity ReadCheckpoint(byte[] bytes, Guid instanceId, Func<string, WorkflowDefinition?> find, ExecutorHost host) =>
        Read(bytes, Open(bytes), instanceId, find, host);

    private static Activity Read(byte[] bytes, StateBytes body, Guid instanceId, Func<string, WorkflowDefinition?> find, ExecutorHost host)
    {
        string name = body.Text();
        Guid id = body.Guid();
        if (id != instanceId)
        {
            throw new StateDamageException($"The saved state belongs to the workflow instance '{id}', not to '{instanceId}'; restore it from a backup.");
        }

        WorkflowDefinition workflow = find(name) ?? throw new StateDamageException(
            $"The workflow instance '{id}' is a '{name}', which the runtime does not know; add its type to the WorkflowTypes of the persistence service.");
        Activity root = workflow.NewTree(null, isSaved: true);
        DefinitionParts definition = DefinitionParts.Of(root)!;
        if (!body.Take(definition.Fingerprint.Length).SequenceEqual(definition.Fingerprint))
        {
            throw new StateDamageException(
                $"The workflow '{name}' has changed since the instance '{id}' was saved; load the instance with the version that saved it.");
        }

        ActivityExecutor executor = new(root, instanceId, host);
        RuntimeReferences references = new(executor, definition.Types(executor.Host.FindType));
        if (bytes[Mark.Length] == VersionWithChanges)
        {
            ReadChanges(body, root, executor, references);
        }

        ((ExecutorImage)ActivityStateReader.Read(body, root, definition, references)).Restore(root, executor);
        return root;
    }

    /// <summary>Runs a load during which saved state can be read on this thread.</summary>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="host">The host of its executor.</param>
    /// <param name="find">Returns the workflow with the specified name; null if it is unknown.</param>
    /// <param name="load">Loads the instance.</param>
    public static T Load<T>(Guid instanceId, ExecutorHost host, Func<string, WorkflowDefinition?> find, Func<T> load)
    {
        // A persistence service can load another instance while it loads this one, so the outer load is restored at the end.
        Loading? outer = s_loading;
        s_loading = new Loading(instanceId, host, find);
        try
        {
            return load();
        }
        finally
        {
            s_loading = outer;
        }
    }

    /// <summary>The exception with which the load on this thread has failed; null if it has not failed, or if no load runs.</summary>
    public static Exception? LoadFailure
    {
        get => s_loading?.Failure;
        set => s_loading!.Failure = value;
    }

    private static int BodyStart => Mark.Length + 1 + sizeof(uint);

    /// <summary>Writes the changes that were applied to the definition. The constructor of the workflow creates the rest of the definition.</summary>
    private static void WriteChanges(ByteWriter writer, IReadOnlyList<byte[]> changes)
    {
        if (changes.Count > 0)
        {
            writer.Write7BitEncodedInt(changes.Count);
            foreach (byte[] change in changes)
            {
                writer.Write7BitEncodedInt(change.Length);
                writer.Write(change);
            }
        }
    }

    private static void ReadChanges(StateBytes body, Activity root, ActivityExecutor executor, RuntimeReferences references)
    {
        if (root is not CompositeActivity composite || !executor.Host.AllowsChanges)
        {
            throw new StateDamageException(
                $"The saved state has changes of the workflow '{root.QualifiedName}', which cannot change; restore it from a backup.");
        }

        byte[][] changes = new byte[body.Count()][];
        for (int i = 0; i < changes.Length; i++)
        {
            changes[i] = body.Take(body.Count()).ToArray();
        }

        SavedChanges.Apply(changes, composite, references);
    }

    /// <summary>
    /// Computes the CRC-32C, as in snapshots of Workflow.Core. Whoever can write the bytes can also compute any other checksum without a key.
    /// </summary>
    private static uint ChecksumOf(ReadOnlySpan<byte> bytes)
    {
        ReadOnlySpan<byte> body = bytes[BodyStart..];
        uint crc = uint.MaxValue;
        foreach (ulong block in MemoryMarshal.Cast<byte, ulong>(body))
        {
            crc = BitOperations.Crc32C(crc, BitConverter.IsLittleEndian ? block : BinaryPrimitives.ReverseEndianness(block));
        }

        foreach (byte last in body[^(body.Length % sizeof(ulong))..])
        {
            crc = BitOperations.Crc32C(crc, last);
        }

        return ~crc;
    }

    private static StateBytes Open(byte[] bytes)
    {
        if (bytes.Length < BodyStart || !bytes.AsSpan(0, Mark.Length).SequenceEqual(Mark))
        {
            throw new StateDamageException("The saved state is not one of a WF3 workflow; use the id of an instance that this package saved.");
        }

        if (bytes[Mark.Length] is not (Version or VersionWithChanges))
        {
            throw new StateDamageException(
                $"The saved state has the version {bytes[Mark.Length]}, which this version of the package cannot read; use a newer one.");
        }

        return new StateBytes(bytes.AsMemory(BodyStart));
    }

    private sealed record Loading(Guid InstanceId, ExecutorHost Host, Func<string, WorkflowDefinition?> Find)
    {
        public Exception? Failure { get; set; }
    }
}
