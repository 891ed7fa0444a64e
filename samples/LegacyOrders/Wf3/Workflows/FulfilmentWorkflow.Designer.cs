using System;
using LegacyOrders.Wf3.Activities;
using LegacyOrders.Wf3.Services;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Activities.Rules;
using Workflow.Interop.Legacy.ComponentModel;

namespace LegacyOrders.Wf3.Workflows;

/// <content>One method, as the designer writes it.</content>
partial class FulfilmentWorkflow
{
    private WriteActivity announce;
    private CodeActivity apologize;
    private BookVanActivity bookVan;
    private CompensatableSequenceActivity booking;
    private CompensationHandlerActivity bookingHandler;
    private FaultHandlerActivity carrierHandler;
    private IfElseActivity checkCredit;
    private ChecklistActivity checklist;
    private CompensateActivity compensateBooking;
    private CompensateActivity compensateVan;
    private CodeActivity creditChecked;
    private PolicyActivity discounts;
    private CodeActivity done;
    private FaultHandlersActivity faultHandlers;
    private CodeActivity invoiceChecked;
    private CodeActivity labelsChecked;
    private IfElseBranchActivity largeOrder;
    private CallExternalMethodActivity load;
    private RetryActivity loading;
    private CodeActivity packBox;
    private WhileActivity packing;
    private PriceLineActivity priceLine;
    private ReplicatorActivity prices;
    private CallExternalMethodActivity release;
    private CallExternalMethodActivity reserve;
    private IfElseBranchActivity smallOrder;
    private CodeActivity smallOrderChecked;

    [System.Diagnostics.DebuggerNonUserCode]
    [System.CodeDom.Compiler.GeneratedCode("", "")]
    private void InitializeComponent()
    {
        this.CanModifyActivities = true;
        ActivityBind activitybind1 = new ActivityBind();
        ActivityBind activitybind2 = new ActivityBind();
        ActivityBind activitybind3 = new ActivityBind();
        ActivityBind activitybind4 = new ActivityBind();
        ActivityBind activitybind5 = new ActivityBind();
        ActivityBind activitybind6 = new ActivityBind();
        ActivityBind activitybind7 = new ActivityBind();
        CodeCondition codecondition1 = new CodeCondition();
        RuleConditionReference ruleconditionreference1 = new RuleConditionReference();
        RuleSetReference rulesetreference1 = new RuleSetReference();
        WorkflowParameterBinding workflowparameterbinding1 = new WorkflowParameterBinding();
        WorkflowParameterBinding workflowparameterbinding2 = new WorkflowParameterBinding();
        WorkflowParameterBinding workflowparameterbinding3 = new WorkflowParameterBinding();
        WorkflowParameterBinding workflowparameterbinding4 = new WorkflowParameterBinding();
        WorkflowParameterBinding workflowparameterbinding5 = new WorkflowParameterBinding();
        this.apologize = new CodeActivity();
        this.compensateBooking = new CompensateActivity();
        this.compensateVan = new CompensateActivity();
        this.release = new CallExternalMethodActivity();
        this.bookingHandler = new CompensationHandlerActivity();
        this.bookVan = new BookVanActivity();
        this.reserve = new CallExternalMethodActivity();
        this.smallOrderChecked = new CodeActivity();
        this.creditChecked = new CodeActivity();
        this.smallOrder = new IfElseBranchActivity();
        this.largeOrder = new IfElseBranchActivity();
        this.priceLine = new PriceLineActivity();
        this.packBox = new CodeActivity();
        this.load = new CallExternalMethodActivity();
        this.labelsChecked = new CodeActivity();
        this.invoiceChecked = new CodeActivity();
        this.carrierHandler = new FaultHandlerActivity();
        this.faultHandlers = new FaultHandlersActivity();
        this.done = new CodeActivity();
        this.checklist = new ChecklistActivity();
        this.loading = new RetryActivity();
        this.packing = new WhileActivity();
        this.booking = new CompensatableSequenceActivity();
        this.checkCredit = new IfElseActivity();
        this.discounts = new PolicyActivity();
        this.prices = new ReplicatorActivity();
        this.announce = new WriteActivity();
        //
        // apologize
        //
        this.apologize.Name = "apologize";
        this.apologize.ExecuteCode += new EventHandler(this.OnNotShipped);
        //
        // compensateBooking
        //
        this.compensateBooking.Name = "compensateBooking";
        this.compensateBooking.TargetActivityName = "booking";
        //
        // release
        //
        this.release.InterfaceType = typeof(IWarehouse);
        this.release.MethodName = "Release";
        this.release.Name = "release";
        activitybind1.Name = "FulfilmentWorkflow";
        activitybind1.Path = "Reservation";
        workflowparameterbinding1.ParameterName = "reservation";
        workflowparameterbinding1.SetBinding(WorkflowParameterBinding.ValueProperty, activitybind1);
        this.release.ParameterBindings.Add(workflowparameterbinding1);
        //
        // bookingHandler
        //
        this.compensateVan.Name = "compensateVan";
        this.compensateVan.TargetActivityName = "bookVan";
        this.bookingHandler.Activities.Add(this.compensateVan);
        this.bookingHandler.Activities.Add(this.release);
        this.bookingHandler.Name = "bookingHandler";
        activitybind2.Name = "FulfilmentWorkflow";
        activitybind2.Path = "Order.Number";
        //
        // bookVan
        //
        this.bookVan.Name = "bookVan";
        this.bookVan.SetBinding(BookVanActivity.OrderNumberProperty, activitybind2);
        //
        // reserve
        //
        this.reserve.InterfaceType = typeof(IWarehouse);
        this.reserve.MethodName = "Reserve";
        this.reserve.Name = "reserve";
        activitybind3.Name = "FulfilmentWorkflow";
        activitybind3.Path = "Order.Number";
        workflowparameterbinding2.ParameterName = "orderNumber";
        workflowparameterbinding2.SetBinding(WorkflowParameterBinding.ValueProperty, activitybind3);
        activitybind4.Name = "FulfilmentWorkflow";
        activitybind4.Path = "Pieces";
        workflowparameterbinding3.ParameterName = "pieces";
        workflowparameterbinding3.SetBinding(WorkflowParameterBinding.ValueProperty, activitybind4);
        activitybind5.Name = "FulfilmentWorkflow";
        activitybind5.Path = "Reservation";
        workflowparameterbinding4.ParameterName = "(ReturnValue)";
        workflowparameterbinding4.SetBinding(WorkflowParameterBinding.ValueProperty, activitybind5);
        this.reserve.ParameterBindings.Add(workflowparameterbinding2);
        this.reserve.ParameterBindings.Add(workflowparameterbinding3);
        this.reserve.ParameterBindings.Add(workflowparameterbinding4);
        //
        // branches
        //
        this.smallOrderChecked.Name = "smallOrderChecked";
        this.smallOrderChecked.ExecuteCode += new EventHandler(this.OnSmallOrder);
        this.creditChecked.Name = "creditChecked";
        this.creditChecked.ExecuteCode += new EventHandler(this.OnCreditChecked);
        this.smallOrder.Activities.Add(this.smallOrderChecked);
        this.smallOrder.Name = "smallOrder";
        this.largeOrder.Activities.Add(this.creditChecked);
        ruleconditionreference1.ConditionName = "IsLarge";
        this.largeOrder.Condition = ruleconditionreference1;
        this.largeOrder.Name = "largeOrder";
        //
        // children of the steps
        //
        this.priceLine.Name = "priceLine";
        this.packBox.Name = "packBox";
        this.packBox.ExecuteCode += new EventHandler(this.OnBoxPacked);
        this.load.InterfaceType = typeof(IWarehouse);
        this.load.MethodName = "Load";
        this.load.Name = "load";
        activitybind6.Name = "FulfilmentWorkflow";
        activitybind6.Path = "Order.Number";
        workflowparameterbinding5.ParameterName = "orderNumber";
        workflowparameterbinding5.SetBinding(WorkflowParameterBinding.ValueProperty, activitybind6);
        this.load.ParameterBindings.Add(workflowparameterbinding5);
        this.labelsChecked.Name = "labelsChecked";
        this.labelsChecked.ExecuteCode += new EventHandler(this.OnChecked);
        this.invoiceChecked.Name = "invoiceChecked";
        this.invoiceChecked.ExecuteCode += new EventHandler(this.OnChecked);
        //
        // carrierHandler
        //
        this.carrierHandler.Activities.Add(this.compensateBooking);
        this.carrierHandler.Activities.Add(this.apologize);
        this.carrierHandler.FaultType = typeof(CarrierException);
        this.carrierHandler.Name = "carrierHandler";
        this.faultHandlers.Activities.Add(this.carrierHandler);
        this.faultHandlers.Name = "faultHandlers";
        //
        // done
        //
        this.done.Name = "done";
        this.done.ExecuteCode += new EventHandler(this.OnDone);
        //
        // checklist
        //
        this.checklist.Activities.Add(this.labelsChecked);
        this.checklist.Activities.Add(this.invoiceChecked);
        this.checklist.Name = "checklist";
        //
        // loading
        //
        this.loading.Activities.Add(this.load);
        this.loading.Name = "loading";
        this.loading.Retries = 1;
        //
        // packing
        //
        this.packing.Activities.Add(this.packBox);
        codecondition1.Condition += new EventHandler<ConditionalEventArgs>(this.HasPiecesLeft);
        this.packing.Condition = codecondition1;
        this.packing.Name = "packing";
        //
        // booking
        //
        this.booking.Activities.Add(this.reserve);
        this.booking.Activities.Add(this.bookVan);
        this.booking.Activities.Add(this.bookingHandler);
        this.booking.Name = "booking";
        this.booking.Closed += new EventHandler<ActivityExecutionStatusChangedEventArgs>(this.OnBookingClosed);
        //
        // checkCredit
        //
        this.checkCredit.Activities.Add(this.largeOrder);
        this.checkCredit.Activities.Add(this.smallOrder);
        this.checkCredit.Name = "checkCredit";
        //
        // discounts
        //
        this.discounts.Name = "discounts";
        rulesetreference1.RuleSetName = "Discounts";
        this.discounts.RuleSetReference = rulesetreference1;
        //
        // prices
        //
        this.prices.Activities.Add(this.priceLine);
        this.prices.ExecutionType = ExecutionType.Sequence;
        activitybind7.Name = "FulfilmentWorkflow";
        activitybind7.Path = "Order.Lines";
        this.prices.Name = "prices";
        this.prices.ChildInitialized += new EventHandler<ReplicatorChildEventArgs>(this.OnLineInitialized);
        this.prices.ChildCompleted += new EventHandler<ReplicatorChildEventArgs>(this.OnLineCompleted);
        this.prices.SetBinding(ReplicatorActivity.InitialChildDataProperty, activitybind7);
        //
        // announce
        //
        this.announce.Name = "announce";
        this.announce.Text = "fulfilment begins";
        //
        // FulfilmentWorkflow
        //
        this.Activities.Add(this.announce);
        this.Activities.Add(this.prices);
        this.Activities.Add(this.discounts);
        this.Activities.Add(this.checkCredit);
        this.Activities.Add(this.booking);
        this.Activities.Add(this.packing);
        this.Activities.Add(this.loading);
        this.Activities.Add(this.checklist);
        this.Activities.Add(this.done);
        this.Activities.Add(this.faultHandlers);
        this.Name = "FulfilmentWorkflow";
        this.CanModifyActivities = false;
    }
}
