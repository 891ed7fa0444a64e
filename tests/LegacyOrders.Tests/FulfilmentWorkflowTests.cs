using System.Xml;
using LegacyOrders.Wf3.Activities;
using LegacyOrders.Wf3.Hosting;
using LegacyOrders.Wf3.Orders;
using LegacyOrders.Wf3.Workflows;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace LegacyOrders.Tests;

public sealed class FulfilmentWorkflowTests : IDisposable
{
    private readonly RunningOrders _orders = new();

    public void Dispose() => _orders.Dispose();

    [Theory]
    [InlineData(0, "on its way", "")]
    [InlineData(1, "on its way", "")]
    [InlineData(2, "not shipped: There is no van.", "van for SO-8 given back|warehouse: R-SO-8 released")]
    public void Order_VanFailsTooOften_IsCompensated(int failures, string outcome, string compensation)
    {
        _orders.Runtime.Warehouse.FailNext(failures);
        _orders.Runtime.Start(typeof(FulfilmentWorkflow), Showcase.LargeOrder, 0m);
        Assert.Equal(outcome, _orders.Runtime.Outputs["Outcome"]);
        Assert.Equal(
            compensation,
            string.Join(
                '|',
                _orders.Output.Split('\n')
                    .Select(static line => line.Trim())
                    .Where(static line => line.EndsWith("back", StringComparison.Ordinal) || line.EndsWith("released", StringComparison.Ordinal))));
        Assert.Equal(compensation.Length > 0, ((List<string>)_orders.Runtime.Outputs["Steps"]).Contains("booking Compensated"));
    }

    /// <summary>The rules chain: the discount is an input of the price.</summary>
    [Theory]
    [InlineData(1, 100, 0, "100.00")]
    [InlineData(1, 1000, 10, "900.00")]
    [InlineData(3, 100, 5, "285.00")]
    [InlineData(3, 1000, 15, "2550.00")]
    public void Discount_FollowsFromTheRules(int lines, int price, int discount, string payable)
    {
        Order order = new() { Number = "SO-1" };
        order.Lines.AddRange(Enumerable.Range(0, lines).Select(_ => new OrderLine("chair", 1, price)));
        _orders.Runtime.Start(typeof(FulfilmentWorkflow), order, 0m);
        Assert.Equal(discount, _orders.Runtime.Outputs["Discount"]);
        Assert.Equal(decimal.Parse(payable, System.Globalization.CultureInfo.InvariantCulture), _orders.Runtime.Outputs["Payable"]);
        Assert.Equal(price * lines >= 1000, ((List<string>)_orders.Runtime.Outputs["Steps"]).Contains("credit checked"));
    }

    [Fact]
    public void Rules_WithoutAWorkflow_GiveTheSameDiscount()
    {
        Assert.Equal(10, DiscountPreview.Of(Showcase.LargeOrder).Discount);
        DiscountPreview small = new() { Total = 5 };
        DiscountPreview large = new() { Total = 5000 };
        DiscountPreview.CreateEngine().Execute(small);
        DiscountPreview.CreateEngine().Execute(large);
        Assert.Equal((0, 10, "discount"), (small.Discount, large.Discount, large.Note));
    }

    [Fact]
    public void Validators_OfApplication_FindMissingProperties()
    {
        Assert.Equal(["Line error"], DefinitionCheck.ErrorsOf(new PriceLineActivity()));
        Assert.Equal(["Line error", "Factor error"], DefinitionCheck.ErrorsOf(new PriceLineActivity { Factor = -1 }));
        Assert.Empty(DefinitionCheck.ErrorsOf(new PriceLineActivity { Line = new OrderLine() }));
        Assert.Equal(["error"], DefinitionCheck.ErrorsOf(new RetryActivity()));
    }

    [Fact]
    public void Workflow_Invalid_IsRefusedWithAllProblems()
    {
        WorkflowValidationFailedException exception = Assert.Throws<WorkflowValidationFailedException>(
            () => _orders.Runtime.Start(typeof(NotValid), new Order(), 0m));
        Assert.All(exception.Errors, error => Assert.Contains(error.ErrorText, _orders.Output, StringComparison.Ordinal));
        Assert.NotEmpty(exception.Errors);
        Assert.Equal(
            (true, true, false),
            (DefinitionCheck.IsValid(typeof(OrderWorkflow)), DefinitionCheck.IsValid(typeof(FulfilmentWorkflow)), DefinitionCheck.IsValid(typeof(NotValid))));
    }

    [Fact]
    public void Rules_InTheDocumentOfTheWorkflow_CanBeRead()
    {
        using XmlReader reader = XmlReader.Create(
            typeof(FulfilmentWorkflow).Assembly.GetManifestResourceStream("LegacyOrders.Wf3.Workflows.FulfilmentWorkflow.rules")!);
        Assert.Equal(["Discounts"], DiscountPreview.NamesOf(reader));
    }

    /// <summary>A workflow with a code activity that has no handler.</summary>
    public sealed class NotValid : Workflow.Interop.Legacy.Activities.SequentialWorkflowActivity
    {
        public NotValid() => Activities.Add(new Workflow.Interop.Legacy.Activities.CodeActivity("step"));

        public Order? Order { get; set; }
    }
}
