using System;
using LegacyOrders.Wf3.Activities;
using LegacyOrders.Wf3.Services;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace LegacyOrders.Wf3.Workflows;

/// <content>One method, as the designer writes it.</content>
partial class OrderWorkflow
{
    private StateActivity Active;
    private StateActivity Cancelled;
    private StateActivity ClosedState;
    private StateActivity InTransit;
    private StateActivity Preparing;
    private StateActivity WaitingForPayment;
    private HandleExternalEventActivity arrived;
    private CallExternalMethodActivity askForPayment;
    private CancelledActivity cancelled;
    private IfElseBranchActivity enough;
    private StateInitializationActivity enterCancelled;
    private StateInitializationActivity enterPreparing;
    private StateInitializationActivity enterWaiting;
    private StateFinalizationActivity leaveWaiting;
    private CodeActivity leftWaiting;
    private EventDrivenActivity onArrived;
    private EventDrivenActivity onCancelled;
    private EventDrivenActivity onNote;
    private EventDrivenActivity onPaid;
    private EventDrivenActivity onReminder;
    private HandleExternalEventActivity paid;
    private IfElseActivity paidEnough;
    private ReadNoteActivity readNote;
    private RemindActivity remind;
    private DelayActivity reminderDelay;
    private CallExternalMethodActivity sendParcel;
    private SetStateActivity toCancelled;
    private SetStateActivity toClosedAfterArrival;
    private SetStateActivity toClosedAfterCancellation;
    private SetStateActivity toInTransit;
    private SetStateActivity toPreparing;
    private WriteActivity writeCancelled;

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
        CodeCondition codecondition1 = new CodeCondition();
        CorrelationToken correlationtoken1 = new CorrelationToken();
        WorkflowParameterBinding workflowparameterbinding2 = new WorkflowParameterBinding();
        WorkflowParameterBinding workflowparameterbinding3 = new WorkflowParameterBinding();
        WorkflowParameterBinding workflowparameterbinding4 = new WorkflowParameterBinding();
        WorkflowParameterBinding workflowparameterbinding5 = new WorkflowParameterBinding();
        this.toPreparing = new SetStateActivity();
        this.enough = new IfElseBranchActivity();
        this.paidEnough = new IfElseActivity();
        this.paid = new HandleExternalEventActivity();
        this.onPaid = new EventDrivenActivity();
        this.reminderDelay = new DelayActivity();
        this.remind = new RemindActivity();
        this.onReminder = new EventDrivenActivity();
        this.askForPayment = new CallExternalMethodActivity();
        this.enterWaiting = new StateInitializationActivity();
        this.leftWaiting = new CodeActivity();
        this.leaveWaiting = new StateFinalizationActivity();
        this.sendParcel = new CallExternalMethodActivity();
        this.toInTransit = new SetStateActivity();
        this.enterPreparing = new StateInitializationActivity();
        this.arrived = new HandleExternalEventActivity();
        this.toClosedAfterArrival = new SetStateActivity();
        this.onArrived = new EventDrivenActivity();
        this.cancelled = new CancelledActivity();
        this.toCancelled = new SetStateActivity();
        this.onCancelled = new EventDrivenActivity();
        this.readNote = new ReadNoteActivity();
        this.onNote = new EventDrivenActivity();
        this.writeCancelled = new WriteActivity();
        this.toClosedAfterCancellation = new SetStateActivity();
        this.enterCancelled = new StateInitializationActivity();
        this.WaitingForPayment = new StateActivity();
        this.Preparing = new StateActivity();
        this.InTransit = new StateActivity();
        this.Active = new StateActivity();
        this.Cancelled = new StateActivity();
        this.ClosedState = new StateActivity();
        //
        // onPaid
        //
        this.toPreparing.Name = "toPreparing";
        this.toPreparing.TargetStateName = "Preparing";
        codecondition1.Condition += new EventHandler<ConditionalEventArgs>(this.IsPaid);
        this.enough.Activities.Add(this.toPreparing);
        this.enough.Condition = codecondition1;
        this.enough.Name = "enough";
        this.paidEnough.Activities.Add(this.enough);
        this.paidEnough.Name = "paidEnough";
        this.paid.EventName = "Paid";
        this.paid.InterfaceType = typeof(IOrderDesk);
        this.paid.Name = "paid";
        this.paid.Invoked += new EventHandler<ExternalDataEventArgs>(this.OnPaid);
        this.onPaid.Activities.Add(this.paid);
        this.onPaid.Activities.Add(this.paidEnough);
        this.onPaid.Name = "onPaid";
        //
        // onReminder
        //
        this.reminderDelay.Name = "reminderDelay";
        this.reminderDelay.TimeoutDuration = TimeSpan.Parse("00:00:00");
        this.reminderDelay.InitializeTimeoutDuration += new EventHandler(this.OnInitializeReminder);
        this.remind.Name = "remind";
        this.remind.MethodInvoking += new EventHandler(this.OnReminding);
        activitybind1.Name = "OrderWorkflow";
        activitybind1.Path = "Order.Number";
        this.remind.SetBinding(RemindActivity.OrderNumberProperty, activitybind1);
        this.onReminder.Activities.Add(this.reminderDelay);
        this.onReminder.Activities.Add(this.remind);
        this.onReminder.Name = "onReminder";
        //
        // enterWaiting
        //
        this.askForPayment.InterfaceType = typeof(IOrderDesk);
        this.askForPayment.MethodName = "AskForPayment";
        this.askForPayment.Name = "askForPayment";
        activitybind2.Name = "OrderWorkflow";
        activitybind2.Path = "Order.Number";
        workflowparameterbinding2.ParameterName = "orderNumber";
        workflowparameterbinding2.SetBinding(WorkflowParameterBinding.ValueProperty, activitybind2);
        activitybind3.Name = "OrderWorkflow";
        activitybind3.Path = "Amount";
        workflowparameterbinding3.ParameterName = "amount";
        workflowparameterbinding3.SetBinding(WorkflowParameterBinding.ValueProperty, activitybind3);
        this.askForPayment.ParameterBindings.Add(workflowparameterbinding2);
        this.askForPayment.ParameterBindings.Add(workflowparameterbinding3);
        this.enterWaiting.Activities.Add(this.askForPayment);
        this.enterWaiting.Name = "enterWaiting";
        //
        // leaveWaiting
        //
        this.leftWaiting.Name = "leftWaiting";
        this.leftWaiting.ExecuteCode += new EventHandler(this.OnLeavingWaiting);
        this.leaveWaiting.Activities.Add(this.leftWaiting);
        this.leaveWaiting.Name = "leaveWaiting";
        //
        // enterPreparing
        //
        correlationtoken1.Name = "parcel";
        correlationtoken1.OwnerActivityName = "OrderWorkflow";
        this.sendParcel.CorrelationToken = correlationtoken1;
        this.sendParcel.InterfaceType = typeof(ICourier);
        this.sendParcel.MethodName = "Send";
        this.sendParcel.Name = "sendParcel";
        activitybind4.Name = "OrderWorkflow";
        activitybind4.Path = "ParcelId";
        workflowparameterbinding4.ParameterName = "parcelId";
        workflowparameterbinding4.SetBinding(WorkflowParameterBinding.ValueProperty, activitybind4);
        activitybind5.Name = "OrderWorkflow";
        activitybind5.Path = "Article";
        workflowparameterbinding5.ParameterName = "article";
        workflowparameterbinding5.SetBinding(WorkflowParameterBinding.ValueProperty, activitybind5);
        this.sendParcel.ParameterBindings.Add(workflowparameterbinding4);
        this.sendParcel.ParameterBindings.Add(workflowparameterbinding5);
        this.toInTransit.Name = "toInTransit";
        this.toInTransit.TargetStateName = "InTransit";
        this.enterPreparing.Activities.Add(this.sendParcel);
        this.enterPreparing.Activities.Add(this.toInTransit);
        this.enterPreparing.Name = "enterPreparing";
        //
        // onArrived
        //
        this.arrived.CorrelationToken = correlationtoken1;
        this.arrived.EventName = "Arrived";
        this.arrived.InterfaceType = typeof(ICourier);
        this.arrived.Name = "arrived";
        this.arrived.Invoked += new EventHandler<ExternalDataEventArgs>(this.OnArrived);
        this.toClosedAfterArrival.Name = "toClosedAfterArrival";
        this.toClosedAfterArrival.TargetStateName = "ClosedState";
        this.onArrived.Activities.Add(this.arrived);
        this.onArrived.Activities.Add(this.toClosedAfterArrival);
        this.onArrived.Name = "onArrived";
        //
        // onCancelled
        //
        this.cancelled.Name = "cancelled";
        this.cancelled.Invoked += new EventHandler<ExternalDataEventArgs>(this.OnCancelled);
        this.toCancelled.Name = "toCancelled";
        this.toCancelled.TargetStateName = "Cancelled";
        this.onCancelled.Activities.Add(this.cancelled);
        this.onCancelled.Activities.Add(this.toCancelled);
        this.onCancelled.Name = "onCancelled";
        //
        // onNote
        //
        this.readNote.Name = "readNote";
        this.readNote.QueueName = "Notes";
        this.readNote.NoteRead += new EventHandler(this.OnNoteRead);
        this.onNote.Activities.Add(this.readNote);
        this.onNote.Name = "onNote";
        //
        // enterCancelled
        //
        this.writeCancelled.Name = "writeCancelled";
        this.writeCancelled.Text = "the order is cancelled";
        this.toClosedAfterCancellation.Name = "toClosedAfterCancellation";
        this.toClosedAfterCancellation.TargetStateName = "ClosedState";
        this.enterCancelled.Activities.Add(this.writeCancelled);
        this.enterCancelled.Activities.Add(this.toClosedAfterCancellation);
        this.enterCancelled.Name = "enterCancelled";
        //
        // states
        //
        this.WaitingForPayment.Activities.Add(this.enterWaiting);
        this.WaitingForPayment.Activities.Add(this.onPaid);
        this.WaitingForPayment.Activities.Add(this.onReminder);
        this.WaitingForPayment.Activities.Add(this.leaveWaiting);
        this.WaitingForPayment.Name = "WaitingForPayment";
        this.Preparing.Activities.Add(this.enterPreparing);
        this.Preparing.Name = "Preparing";
        this.InTransit.Activities.Add(this.onArrived);
        this.InTransit.Name = "InTransit";
        this.Active.Activities.Add(this.onCancelled);
        this.Active.Activities.Add(this.onNote);
        this.Active.Activities.Add(this.WaitingForPayment);
        this.Active.Activities.Add(this.Preparing);
        this.Active.Activities.Add(this.InTransit);
        this.Active.Name = "Active";
        this.Cancelled.Activities.Add(this.enterCancelled);
        this.Cancelled.Name = "Cancelled";
        this.ClosedState.Name = "ClosedState";
        //
        // OrderWorkflow
        //
        this.Activities.Add(this.Active);
        this.Activities.Add(this.Cancelled);
        this.Activities.Add(this.ClosedState);
        this.CompletedStateName = "ClosedState";
        this.InitialStateName = "WaitingForPayment";
        this.Name = "OrderWorkflow";
        this.CanModifyActivities = false;
    }
}
