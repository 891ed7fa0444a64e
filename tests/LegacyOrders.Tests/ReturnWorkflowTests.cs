using LegacyOrders.Wf3.Hosting;
using LegacyOrders.Wf3.Tracking;
using LegacyOrders.Wf3.Workflows;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace LegacyOrders.Tests;

public sealed class ReturnWorkflowTests : IDisposable
{
    private readonly NoteSubscriptions _subscriptions = new();
    private readonly StringWriter _tracked = new();
    private readonly RunningOrders _orders;

    public ReturnWorkflowTests() => _orders = new RunningOrders(_subscriptions, new OrderTrackingService(_tracked, typeof(ReturnWorkflow)));

    public void Dispose()
    {
        _orders.Dispose();
        _tracked.Dispose();
    }

    /// <summary>The first line of the order costs 80.</summary>
    [Theory]
    [InlineData(0, 50, false)]
    [InlineData(14, 50, true)]
    [InlineData(15, 15, true)]
    public void Refund_FollowsFromTheRules(int days, int refund, bool hasVoucher)
    {
        Guid id = _orders.Runtime.StartReturn(Showcase.SmallOrder, "scratched", days);
        Assert.True(_orders.Runtime.Returns.TryAccept(id, "otto"));
        _orders.Runtime.Run(id);
        Assert.Equal((decimal)refund, _orders.Runtime.Outputs["Refund"]);
        Assert.Equal(hasVoucher ? refund : null, ((Wf3.Orders.OrderLine?)_orders.Runtime.Outputs["Voucher"])?.Price);
        Assert.Contains("survey: why", _orders.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Change_OfOneReturn_IsTracked()
    {
        Guid changed = _orders.Runtime.StartReturn(Showcase.SmallOrder, "scratched", 1);
        Guid other = _orders.Runtime.StartReturn(Showcase.SmallOrder, "broken", 1);
        Assert.Empty(_orders.Runtime.Apologize(changed, "we are sorry"));
        Assert.StartsWith("The name 'apology' is used", Assert.Single(_orders.Runtime.Apologize(changed, "again")), StringComparison.Ordinal);
        Assert.True(_orders.Runtime.Returns.TryAccept(changed, "anna"));
        _orders.Runtime.Run(changed);
        Assert.Contains("we are sorry", _orders.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("survey", _orders.Output, StringComparison.Ordinal);
        Assert.Contains("7. survey removed from ReturnWorkflow at 3, apology added to ReturnWorkflow at 3", _tracked.ToString(), StringComparison.Ordinal);
        Assert.True(_orders.Runtime.Returns.TryAccept(other, "anna"));
        _orders.Runtime.Run(other);
        Assert.Contains("survey: why", _orders.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Event_ReturnEnded_IsNotDelivered()
    {
        Guid id = _orders.Runtime.StartReturn(Showcase.SmallOrder, "scratched", 1);
        Assert.True(_orders.Runtime.Returns.TryAccept(id, "anna"));
        _orders.Runtime.Run(id);
        Assert.False(_orders.Runtime.Returns.TryAccept(id, "anna"));
        Assert.False(_orders.Runtime.Returns.TryAccept(Guid.NewGuid(), "anna"));
        Assert.InRange(_orders.Runtime.Idles, 1, int.MaxValue);
    }

    [Fact]
    public void Event_IdentityWithoutRole_EndsReturn()
    {
        Guid id = _orders.Runtime.StartReturn(Showcase.SmallOrder, "scratched", 1);
        Assert.True(_orders.Runtime.Returns.TryAccept(id, "eve"));
        _orders.Runtime.Run(id);
        Assert.Contains("failed: The event for 'accepted' has the identity 'eve'", _orders.Output, StringComparison.Ordinal);
        Assert.Contains("Terminated", _tracked.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Records_OfReturn_MatchProfile()
    {
        Guid id = _orders.Runtime.StartReturn(Showcase.SmallOrder, "scratched", 20);
        _orders.Runtime.Returns.TryAccept(id, "anna");
        _orders.Runtime.Run(id);
        Assert.Equal(
            [
                "tracking of ReturnWorkflow",
                "1. 2. March: Started",
                "2. inspect, condition: scratched",
                "3. inspect is Closed, Refund 0 (money) [step]",
                "4. rule 'in time' is not fulfilled",
                "5. rule 'voucher' is fulfilled",
                "tracking of ReturnWorkflow",
                "6. accepted is Closed, Refund 15 (money) [step]",
                "7. survey is Closed, Refund 15 (money), Text survey: why did the goods come back? (message) [step]",
                "8. 2. March: Completed",
                "end of tracking",
            ],
            _tracked.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
    }

    [Fact]
    public void Documents_OfProfileAndRules_RoundTrip()
    {
        string profile = OrderProfiles.ToDocument(OrderProfiles.Create());
        TrackingProfile read = OrderProfiles.FromDocument(profile);
        Assert.Equal((1, 1, 2), (read.WorkflowTrackPoints.Count, read.ActivityTrackPoints.Count, read.UserTrackPoints.Count));
        Assert.Equal("Refund", read.ActivityTrackPoints[0].Extracts[0].Member);
        string rules = ReturnRules.ToDocument(ReturnRules.Create());
        using System.Xml.XmlReader reader = System.Xml.XmlReader.Create(new StringReader(rules));
        Assert.Equal([ReturnRules.Name], DiscountPreview.NamesOf(reader));
        Assert.All(
            ["CodeFieldReferenceExpression", "CodeArrayIndexerExpression", "CodeObjectCreateExpression", "CodeCastExpression"],
            name => Assert.Contains(name, rules, StringComparison.Ordinal));
    }

    [Fact]
    public void Subscriptions_FollowWaitingActivities()
    {
        Guid id = _orders.Runtime.Start(typeof(OrderWorkflow), Showcase.SmallOrder, 620m);
        Assert.Equal(["Notes"], _subscriptions.QueuesOf(id));
        _orders.Runtime.Desk.Cancel(id, "wrong colour");
        _orders.Runtime.Run(id);
        Assert.Empty(_subscriptions.QueuesOf(id));
    }

    [Fact]
    public void CommitService_OfSample_IsSharedConnectionService() =>
        Assert.IsType<Workflow.Interop.Legacy.Runtime.Hosting.SharedConnectionWorkflowCommitWorkBatchService>(
            SavedOrders.CreateCommitService("Data Source=orders.db"));
}
