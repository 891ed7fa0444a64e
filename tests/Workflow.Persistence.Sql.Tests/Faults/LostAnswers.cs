using Workflow.Persistence.Sql.Tests.Conformance;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>Repeats a call, and ends its connection at a different step each time.</summary>
/// <param name="tested">The database without the proxy.</param>
/// <param name="proxy">The proxy between the store and the database.</param>
/// <param name="store">A store behind the proxy, which repeats calls.</param>
/// <param name="rows">A query for all instances, without values that differ between runs.</param>
internal sealed class LostAnswers(ServerStore tested, LoopbackProxy proxy, SqlInstanceStore store, string rows)
{
    private static CancellationToken None => CancellationToken.None;

    /// <summary>
    /// Checks that the call returns the same answer and leaves the same rows, no matter which step ends the connection, and whether before the request or
    /// before the answer.
    /// </summary>
    public async Task AssertOneEffectAsync(StoreCallKind kind)
    {
        string plain = await RunAsync(kind, 0, false);
        int steps = 0;
        for (int step = 1; ; step++)
        {
            bool isCut = false;
            foreach (bool isAnswer in (bool[])[false, true])
            {
                Assert.Equal(plain, await RunAsync(kind, step, isAnswer, () => isCut = true));
            }

            if (!isCut)
            {
                break;
            }

            steps = step;
        }

        Assert.True(steps > 0, "No connection was cut.");
    }

    /// <summary>
    /// Makes a call while one of its steps ends the connection. A step of zero ends none. Returns the answer and the rows, in a form that does not depend
    /// on ids.
    /// </summary>
    private async Task<string> RunAsync(StoreCallKind kind, int step, bool isAnswer, Action? cut = null)
    {
        foreach (string table in (string[])["instance", "bookmark", "instance_key", "message", "request"])
        {
            await tested.RunAsync($"DELETE FROM workflow.{table}");
        }

        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
        OneStoreCall call = new(store, owner, kind);
        await call.PrepareAsync();
        int executed = 0;
        proxy.Passes = passed =>
        {
            if (passed.Executes && passed.IsAnswer == isAnswer && Interlocked.Increment(ref executed) == step)
            {
                cut?.Invoke();
                return Task.FromResult(false);
            }

            return Task.FromResult(true);
        };
        string answer = await call.RunAsync();
        proxy.Passes = LoopbackProxy.All;
        List<object?[]> found = await tested.ReadAsync(rows);
        found.Add(["requests", (await tested.ReadAsync("SELECT request_id FROM workflow.request")).Count]);
        await store.DeleteOwnerAsync(owner, None);
        return $"{answer}: {string.Join("; ", found.Select(row => string.Join(' ', row.Select(value => value is byte[] bytes ? Convert.ToHexString(bytes) : value))))}";
    }
}
