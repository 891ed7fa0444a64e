extern alias WorkflowCore;
using System.Numerics;
using System.Text;
using System.Text.RegularExpressions;
using Workflow.Interop.Legacy.Tests.TestKit;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Persistence;
using NewInterop = Workflow.Statements.Interop;

namespace Workflow.Interop.Legacy.Tests.Interop;

/// <summary>Saved state of new workflows in which the part of a legacy activity is damaged or forged (B.2).</summary>
[Trait("Paragraph", "B.2")]
public sealed partial class InteropAttackTests
{
    private const int BodyStart = 10;

    [Fact]
    public async Task Bytes_Forged_AbortInstanceOrStayIsolatedAsync()
    {
        StoredInstance row = await SaveAsync();
        string document = Encoding.UTF8.GetString(row.State.Span);
        string text = Base64().Matches(document).Select(static match => match.Value).First(static text => IsLegacy(text));
        byte[] bytes = Convert.FromBase64String(text);
        Random random = new(3);
        int aborted = 0;
        int ran = 0;
        for (int i = 0; i < bytes.Length; i++)
        {
            byte[] forged = [.. bytes];
            forged[i] = (byte)(i % 3 == 0 ? 0xFF : i % 3 == 1 ? (bytes[i] + 1) % 256 : random.Next(256));
            if (i >= BodyStart)
            {
                forged = [bytes[0], .. BytesPersistence.Sealed(forged[1..])];
            }

            if (await IsRefusedAsync(row, Sealed(document.Replace(text, Convert.ToBase64String(forged), StringComparison.Ordinal))))
            {
                aborted++;
            }
            else
            {
                ran++;
            }
        }

        Assert.True(aborted > 200 && ran > 0, $"{aborted} aborted, {ran} ran.");
        Assert.False(await IsRefusedAsync(row, row.State.ToArray()));
    }

    [GeneratedRegex("[A-Za-z0-9+/=]{80,}")]
    private static partial Regex Base64();

    /// <summary>Returns a document of the core with a correct checksum, which is its last member.</summary>
    private static byte[] Sealed(string document)
    {
        const int Length = 23;
        string body = document[..^Length];
        uint crc = uint.MaxValue;
        foreach (byte next in Encoding.UTF8.GetBytes(body))
        {
            crc = BitOperations.Crc32C(crc, next);
        }

        return Encoding.UTF8.GetBytes($"{body},\"checksum\":\"{~crc:x8}\"}}");
    }

    private static bool IsLegacy(string text)
    {
        byte[] bytes = new byte[text.Length];
        return Convert.TryFromBase64String(text, bytes, out int length) && bytes.AsSpan(0, length).IndexOf("WF3S"u8) == 1;
    }

    private static NewInterop Definition() => new() { DisplayName = "interop", ActivityType = typeof(Recording<Queued>) };

    private static async Task<StoredInstance> SaveAsync()
    {
        InMemoryInstanceStore store = new();
        WorkflowApplication application = new(Definition()) { InstanceStore = store };
        TaskCompletionSource idle = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Idle = _ => idle.TrySetResult();
        application.Run();
        await idle.Task;
        await application.UnloadAsync();
        return await LoadAsync(store, application.Id);
    }

    private static async Task<StoredInstance> LoadAsync(InMemoryInstanceStore store, Guid id) =>
        await store.LoadAsync(await OwnerAsync(store), InstanceLoad.ById(id), CancellationToken.None);

    private static Task<InstanceOwner> OwnerAsync(InMemoryInstanceStore store) =>
        store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);

    /// <returns>True if the instance was aborted. The saved state is unchanged in that case.</returns>
    private static async Task<bool> IsRefusedAsync(StoredInstance row, byte[] state)
    {
        InMemoryInstanceStore store = new();
        await store.SaveAsync(
            await OwnerAsync(store),
            new InstanceSave
            {
                InstanceId = row.InstanceId,
                LockVersion = 0,
                DefinitionIdentity = row.DefinitionIdentity,
                Status = row.Status,
                State = state,
                Unlock = true
            },
            CancellationToken.None);
        WorkflowApplication application = new(Definition()) { InstanceStore = store };
        TaskCompletionSource<Exception?> aborted = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Aborted = e => aborted.TrySetResult(e.Reason);
        using SemaphoreSlim idle = new(0);
        application.Idle = _ => idle.Release();
        await application.LoadAsync(row.InstanceId);
        foreach (string bookmark in new[] { "first", "second" })
        {
            BookmarkResumptionResult? result = null;
            try
            {
                result = await application.ResumeBookmarkAsync(bookmark, 1);
            }
            catch (WorkflowApplicationException)
            {
                // The instance has ended or is ending.
            }

            if (result == BookmarkResumptionResult.Success)
            {
                await Task.WhenAny(idle.WaitAsync(), application.Completion);
            }
        }

        if (!application.Completion.IsFaulted && !aborted.Task.IsCompleted)
        {
            return false;
        }

        if (await Record.ExceptionAsync(() => application.Completion) is not WorkflowApplicationAbortedException)
        {
            return false;
        }

        Assert.IsType<SnapshotException>(await aborted.Task);
        Assert.Equal(state, (await LoadAsync(store, row.InstanceId)).State.ToArray());
        return true;
    }
}
