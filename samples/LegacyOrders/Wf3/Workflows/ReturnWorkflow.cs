using System;
using LegacyOrders.Wf3.Activities;
using LegacyOrders.Wf3.Orders;
using LegacyOrders.Wf3.Services;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel;

namespace LegacyOrders.Wf3.Workflows;

/// <summary>Handles returned goods. A workflow without a designer, which has its rules in a dependency property.</summary>
public sealed class ReturnWorkflow : SequentialWorkflowActivity
{
    private readonly decimal[] _fees = new decimal[] { 0m, 15m };
    private int _days;

    public ReturnWorkflow()
    {
        this.CanModifyActivities = true;
        this.Name = "ReturnWorkflow";
        base.SetValue(RuleDefinitions.RuleDefinitionsProperty, ReturnRules.Create());
        ActivityBind activitybind1 = new ActivityBind("ReturnWorkflow", "Condition");
        InspectActivity inspect = new InspectActivity("inspect");
        inspect.SetBinding(InspectActivity.ConditionProperty, activitybind1);
        PolicyActivity refund = new PolicyActivity();
        refund.Name = "refund";
        RuleSetReference rulesetreference1 = new RuleSetReference();
        rulesetreference1.RuleSetName = ReturnRules.Name;
        refund.RuleSetReference = rulesetreference1;
        HandleExternalEventActivity accepted = new HandleExternalEventActivity("accepted");
        accepted.InterfaceType = typeof(IReturnDesk);
        accepted.EventName = "Accepted";
        accepted.Roles = DeskRole.CreateRoles("anna", "otto");
        WriteActivity survey = new WriteActivity("survey");
        survey.Text = "survey: why did the goods come back?";
        this.Activities.Add(inspect);
        this.Activities.Add(refund);
        this.Activities.Add(accepted);
        this.Activities.Add(survey);
        this.CanModifyActivities = false;
    }

    public Order Order { get; set; }

    public string Condition { get; set; }

    /// <summary>The number of days since the delivery of the order.</summary>
    public int Days
    {
        get { return _days; }
        set { _days = value; }
    }

    /// <summary>The amount that the customer gets back.</summary>
    public decimal Refund { get; set; }

    public OrderLine Voucher { get; set; }

    /// <summary>The amount for goods that are returned too late.</summary>
    public decimal LateFee
    {
        get { return _fees[1]; }
    }
}
