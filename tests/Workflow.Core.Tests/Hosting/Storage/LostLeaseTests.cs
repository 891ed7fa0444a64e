using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Hosting;

/// <summary>The loss of a lease while the store saves an instance.</summary>
public sealed class LostLeaseTests : FaultyStoreTests
{
    /// <summary>
    /// The application learns of the loss before the save returns. The result of the save states what is stored, so the caller receives that result.
    /// </summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    [Rule("7.9.2")]
    public async Task Unload_LeaseLostMeanwhile_ReturnsTheResultOfTheStore(bool isWritten, bool byDefault)
    {
        await UseOwnerAsync(byDefault);
        WorkflowApplication application = await IdleApplicationOfAsync(new Wait(Log, "w"));
        await application.PersistAsync().WaitAsync(HangGuard.Limit);
        Hang hang = new();
        Store.Disturb(StoreCallKind.Save, hang, isLate: isWritten);
        Task unload = application.UnloadAsync();
        await hang.Reached;
        await Inner.DeleteOwnerAsync(Store.LastOwner!, CancellationToken.None);
        Clock.Advance(Store.LastOwner!.RenewalPeriod);
        Assert.False(unload.IsCompleted);

        hang.LetGo();

        if (isWritten)
        {
            await unload.WaitAsync(HangGuard.Limit);
            await Assert.ThrowsAsync<WorkflowApplicationUnloadedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
        }
        else
        {
            await Assert.ThrowsAsync<InstanceOwnerException>(() => unload.WaitAsync(HangGuard.Limit));
            WorkflowApplicationAbortedException aborted = await AbortedAsync(application);
            Assert.IsType<InstanceOwnerException>(aborted.InnerException);
            Assert.DoesNotContain("unknown", aborted.Message, StringComparison.Ordinal);
        }

        await FreeAsync(application.Id);
    }
}
