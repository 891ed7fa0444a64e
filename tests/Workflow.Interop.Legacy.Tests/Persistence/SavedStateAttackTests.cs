extern alias WorkflowCore;
using System.Buffers.Binary;
using System.Collections.ObjectModel;
using System.Text;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>Damaged or forged saved state is refused, and does no harm (A.10).</summary>
[Trait("Paragraph", "A.10")]
public sealed class SavedStateAttackTests : IDisposable
{
    private const int BodyStart = 9;
    private readonly ManualWorkflowSchedulerService _scheduler = new();
    private readonly BytesPersistence _bytes = new();
    private readonly WorkflowRuntime _runtime = new();
    private readonly List<Exception> _failures = [];

    public SavedStateAttackTests()
    {
        _runtime.AddService(_scheduler);
        _runtime.AddService(_bytes);
        _runtime.ServicesExceptionNotHandled += (_, e) => _failures.Add(e.Exception);
    }

    [Fact]
    public void Bytes_Damaged_AreRefusedByChecksum()
    {
        (Guid id, byte[] bytes) = Save(Rich());
        for (int i = 0; i < bytes.Length; i++)
        {
            byte[] damaged = [.. bytes];
            damaged[i] ^= 0x10;
            _bytes.Saved[id] = damaged;
            Assert.Throws<PersistenceException>(() => _runtime.GetWorkflow(id));
        }

        for (int length = 0; length < bytes.Length; length += 13)
        {
            _bytes.Saved[id] = bytes[..length];
            Assert.Throws<PersistenceException>(() => _runtime.GetWorkflow(id));
        }

        _bytes.Saved[id] = bytes;
        Finish(_runtime.GetWorkflow(id));
        Assert.Empty(_failures);
    }

    [Fact]
    public void Bytes_Forged_AreRefusedOrIsolated()
    {
        (Guid id, byte[] bytes) = Save(Rich());
        int refused = 0;
        int loaded = 0;
        Random random = new(5);
        for (int i = BodyStart; i < bytes.Length; i++)
        {
            foreach (byte next in new byte[] { 0, 0x7F, 0xFF, unchecked((byte)(bytes[i] + 1)), (byte)random.Next(256) })
            {
                byte[] forged = [.. bytes];
                forged[i] = next;
                _bytes.Saved[id] = BytesPersistence.Sealed(forged);
                try
                {
                    WorkflowInstance instance = _runtime.GetWorkflow(id);
                    loaded++;
                    Finish(instance);
                }
                catch (Exception exception) when (exception is PersistenceException
                    || exception.Message.EndsWith("has ended; use an instance that has not.", StringComparison.Ordinal))
                {
                    refused++;
                }
            }
        }

        Assert.True(refused > 1_000 && loaded > 1_000, $"{refused} refused, {loaded} loaded.");
        _failures.Clear();
        _bytes.Saved[id] = bytes;
        Finish(_runtime.GetWorkflow(id));
        Assert.Empty(_failures);
    }

    [Fact]
    public void Bytes_PartsMovedOrRemoved_AreRefusedOrIsolated()
    {
        (Guid id, byte[] bytes) = Save(Rich());
        Random random = new(7);
        for (int i = 0; i < 3_000; i++)
        {
            int start = random.Next(BodyStart, bytes.Length - 1);
            int length = random.Next(1, Math.Min(40, bytes.Length - start));
            byte[] forged = random.Next(3) switch
            {
                0 => [.. bytes[..start], .. bytes[(start + length)..]],
                1 => [.. bytes[..start], .. bytes[start..(start + length)], .. bytes[start..]],
                _ => [.. bytes[..start], .. bytes[random.Next(BodyStart, start + 1)..start], .. bytes[start..]],
            };
            _bytes.Saved[id] = BytesPersistence.Sealed(forged);
            try
            {
                Finish(_runtime.GetWorkflow(id));
            }
            catch (PersistenceException)
            {
                // The state is refused.
            }
        }
    }

    [Theory]
    [InlineData("Workflow.Interop.Legacy.Tests.Persistence.Node", "Workflow.Interop.Legacy.Tests.Persistence.Nope", "which is not among the types")]
    [InlineData("Workflow.Interop.Legacy.Tests.Persistence.Node", "Workflow.Interop.Legacy.Tests.TestKit.OrderServic", "which is not among the types")]
    [InlineData("Workflow.Interop.Legacy.Tests|Workflow.Interop.Legacy.Tests.Persistence.Node", "System.Diagnostics.Process", "which is not among the types")]
    [InlineData("Workflow.Interop.Legacy.Tests|Workflow.Interop.Legacy.Tests.Persistence.Node", "System.IO.MemoryStream", "does not have")]
    [InlineData(
        "Workflow.Interop.Legacy.Tests|Workflow.Interop.Legacy.Tests.Persistence.Node",
        "xunit.core|Xunit.FactAttribute",
        "which is not among the types")]
    [InlineData("Node._text", "Node.other", "has the field 'Node.other'")]
    public void Text_Forged_IsRefusedByName(string text, string forged, string message)
    {
        (Guid id, byte[] bytes) = Save(new Node("a"));
        _bytes.Saved[id] = Replace(bytes, text, forged);
        Assert.Contains(message, Assert.Throws<PersistenceException>(() => _runtime.GetWorkflow(id)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void State_OfAnotherInstance_IsRefused()
    {
        (Guid first, byte[] bytes) = Save(5);
        (Guid second, _) = Save(6);
        _bytes.Saved[second] = bytes;
        Assert.Contains(
            $"belongs to the workflow instance '{first}'",
            Assert.Throws<PersistenceException>(() => _runtime.GetWorkflow(second)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Count_Huge_AllocatesNothing()
    {
        (Guid id, byte[] bytes) = Save(new byte[20_000]);
        int refused = 0;
        for (int i = BodyStart; i < bytes.Length - 5; i += i < 1_500 || i > bytes.Length - 700 ? 1 : 997)
        {
            byte[] forged = [.. bytes];
            BinaryPrimitives.WriteUInt32LittleEndian(forged.AsSpan(i), 0xFFFFFFFF);
            forged[i + 4] = 7;
            _bytes.Saved[id] = BytesPersistence.Sealed(forged);
            long before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                _runtime.GetWorkflow(id).Abort();
            }
            catch (PersistenceException)
            {
                refused++;
            }

            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 4_000_000);
        }

        Assert.True(refused > 500, $"{refused} refused.");
    }

    [Fact]
    public void Key_NestedDeeply_IsRefused()
    {
        object deep = "end";
        for (int i = 0; i < 100_000; i++)
        {
            deep = new Tuple<object>(deep);
        }

        // With the forged type, the items belong to a set, which computes their hash codes.
        (Guid id, byte[] bytes) = Save(new ObservableCollection<object> { deep });
        _bytes.Saved[id] = Replace(bytes, "System.Collections.ObjectModel.ObservableCollection`1", "System.Collections.Generic.HashSet`1");
        Assert.Contains(
            "a key that is nested more than 32 times",
            Assert.Throws<PersistenceException>(() => _runtime.GetWorkflow(id)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Row_Damaged_StaysUnchanged()
    {
        VirtualTimeProvider clock = new();
        InMemoryInstanceStore store = new(clock);
        using Host host = new(store, clock);
        WorkflowInstance damaged = host.Start(typeof(Adding));
        WorkflowInstance other = host.Start(typeof(Adding));
        damaged.Unload();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowCore::Workflow.WorkflowIdentityFilter.Any }, default);
        StoredInstance row = await store.LoadAsync(owner, InstanceLoad.ById(damaged.InstanceId), default);
        byte[] state = row.State.ToArray();
        state[^1] ^= 1;
        await store.SaveAsync(
            owner,
            new InstanceSave
            {
                InstanceId = row.InstanceId,
                LockVersion = row.LockVersion,
                DefinitionIdentity = row.DefinitionIdentity,
                Status = row.Status,
                State = state,
                Unlock = true
            },
            default);

        Assert.Contains("does not have the checksum", Assert.Throws<PersistenceException>(damaged.Load).Message, StringComparison.Ordinal);
        Assert.Throws<PersistenceException>(() => damaged.EnqueueItem("first", 1, null, null));
        StoredInstance after = await store.LoadAsync(owner, InstanceLoad.ById(damaged.InstanceId), default);
        Assert.Equal(state, after.State.ToArray());
        Assert.Equal(2, (await Stored.AllAsync(store)).Single(summary => summary.InstanceId == damaged.InstanceId).FailureCount);
        host.Send(other, "first", 1);
        host.Send(other, "second", 2);
        Assert.Equal(3, host.Outputs["Sum"]);
    }

    public void Dispose() => _runtime.Dispose();

    private static object Rich() => new object?[]
    {
        new Node("a"),
        1m,
        new Dictionary<string, object> { ["k"] = new List<int> { 1 } },
        new FormatException("f"),
        Color.Blue,
        (1, "x"),
        typeof(IOrders)
    };

    /// <summary>Replaces a string in the form in which names are saved: a mark, the length, and one byte for each character.</summary>
    private static byte[] Replace(byte[] bytes, string text, string forged)
    {
        int index = bytes.AsSpan().IndexOf(Encoding.Latin1.GetBytes(text));
        Assert.True(index >= 0, $"'{text}' is not in the saved state.");
        // The text may be part of a longer string. The length byte identifies the start of the whole string.
        int start = index;
        while (bytes[start - 1] is >= 0x20 and < 0x7F && !(bytes[start - 2] == 1 && bytes[start - 1] >= text.Length + index - start))
        {
            start--;
        }

        int length = bytes[start - 1];
        string whole = Encoding.Latin1.GetString(bytes, start, length).Replace(text, forged, StringComparison.Ordinal);
        return BytesPersistence.Sealed([.. bytes[..(start - 1)], (byte)whole.Length, .. Encoding.Latin1.GetBytes(whole), .. bytes[(start + length)..]]);
    }

    private (Guid Id, byte[] Bytes) Save(object value)
    {
        Keeping.Next = value;
        WorkflowInstance instance = _runtime.CreateWorkflow(typeof(Keeping));
        instance.Start();
        _scheduler.RunWorkflow(instance.InstanceId);
        instance.Unload();
        return (instance.InstanceId, _bytes.Saved[instance.InstanceId]);
    }

    private void Finish(WorkflowInstance instance)
    {
        try
        {
            instance.EnqueueItem("wait", 1, null, null);
        }
        catch (InvalidOperationException)
        {
            // The forged byte has renamed the queue.
        }

        _scheduler.RunWorkflow(instance.InstanceId);
        foreach (WorkflowInstance rest in _runtime.GetLoadedWorkflows())
        {
            rest.Abort();
        }
    }
}
