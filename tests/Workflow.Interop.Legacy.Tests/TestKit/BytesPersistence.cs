using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Numerics;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>A persistence service in the form that applications write: it keeps bytes by instance id, outside of any transaction.</summary>
public sealed class BytesPersistence : WorkflowPersistenceService
{
    private const int ChecksumStart = 5;
    private const int BodyStart = ChecksumStart + sizeof(uint);

    public ConcurrentDictionary<Guid, byte[]> Saved { get; } = new();

    public List<string> Calls { get; } = [];

    public bool UnloadsOnIdle { get; set; }

    /// <summary>Updates the checksum of saved bytes, and returns the bytes.</summary>
    public static byte[] Sealed(byte[] bytes)
    {
        uint crc = uint.MaxValue;
        foreach (byte next in bytes.AsSpan(BodyStart))
        {
            crc = BitOperations.Crc32C(crc, next);
        }

        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(ChecksumStart), ~crc);
        return bytes;
    }

    protected override void SaveWorkflowInstanceState(Activity rootActivity, bool unlock)
    {
        WorkflowStatus status = GetWorkflowStatus(rootActivity);
        Calls.Add($"save {status} {GetIsBlocked(rootActivity)} {unlock} {GetSuspendOrTerminateInfo(rootActivity)}".TrimEnd());
        if (status is WorkflowStatus.Completed or WorkflowStatus.Terminated)
        {
            Saved.TryRemove(WorkflowEnvironment.WorkflowInstanceId, out _);
        }
        else
        {
            Saved[WorkflowEnvironment.WorkflowInstanceId] = GetDefaultSerializedForm(rootActivity);
        }
    }

    protected override void UnlockWorkflowInstanceState(Activity rootActivity) => Calls.Add("unlock");

    protected override Activity LoadWorkflowInstanceState(Guid instanceId) =>
        RestoreFromDefaultSerializedForm(
            Saved.TryGetValue(instanceId, out byte[]? bytes) ? bytes : throw new InvalidOperationException("It was not saved."),
            null);

    protected override void SaveCompletedContextActivity(Activity activity) => throw new NotSupportedException("Nothing calls it.");

    protected override Activity LoadCompletedContextActivity(Guid scopeId, Activity outerActivity) => throw new NotSupportedException("Nothing calls it.");

    protected override bool UnloadOnIdle(Activity activity) => UnloadsOnIdle;
}
