using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>The names that published code uses exist (A.13, A.13a).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class NameTests
{
    private const string Prefix = "Workflow.Interop.Legacy.";
    private static readonly Assembly Package = typeof(Activity).Assembly;

    [Theory]
    [InlineData("Runtime", "WorkflowEventArgs", "WorkflowInstance")]
    [InlineData("Runtime", "WorkflowCompletedEventArgs", "OutputParameters")]
    [InlineData("Runtime", "WorkflowTerminatedEventArgs", "Exception")]
    [InlineData("Runtime", "WorkflowSuspendedEventArgs", "Error")]
    [InlineData("Runtime", "WorkflowRuntimeEventArgs", "IsStarted")]
    [InlineData("Runtime", "ServicesExceptionNotHandledEventArgs", "Exception WorkflowInstanceId")]
    [InlineData("Runtime", "WorkflowRuntime", "WorkflowCreated WorkflowStarted WorkflowIdled WorkflowLoaded WorkflowUnloaded WorkflowCompleted WorkflowTerminated WorkflowAborted WorkflowSuspended WorkflowResumed WorkflowPersisted Dispose")]
    [InlineData("Runtime", "WorkflowEnvironment", "WorkflowInstanceId WorkBatch")]
    [InlineData(
        "Runtime",
        "WorkflowInstance",
        "ApplyWorkflowChanges GetWorkflowDefinition GetWorkflowNextTimerExpiration GetWorkflowQueueData EnqueueItemOnIdle")]
    [InlineData("Activities.Rules", "RuleSet", "Rules ChainingBehavior")]
    [InlineData("Activities.Rules", "Rule", "Priority Active ReevaluationBehavior")]
    [InlineData("Activities.Rules", "RuleExpressionCondition", "Expression")]
    [InlineData("Activities.Rules", "RuleStatementAction", "CodeDomStatement")]
    [InlineData("Activities.Rules", "RuleHaltAction", "")]
    [InlineData("Activities.Rules", "RuleUpdateAction", "Path")]
    [InlineData("Activities.Rules", "RuleDefinitions", "Conditions RuleSets RuleDefinitionsProperty")]
    [InlineData("Activities.Rules", "RuleValidation", "Errors")]
    [InlineData("Activities.Rules", "RuleExecution", "")]
    [InlineData("Activities.Rules", "RuleEngine", "Execute")]
    [InlineData("Activities.Rules", "RuleActionTrackingEvent", "RuleName ConditionResult")]
    [InlineData("Activities.Rules", "RuleReadAttribute", "")]
    [InlineData("Activities.Rules", "RuleWriteAttribute", "")]
    [InlineData("Activities.Rules", "RuleInvokeAttribute", "")]
    [InlineData("Activities", "StateMachineWorkflowInstance", "CurrentState CurrentStateName States StateHistory SetState")]
    [InlineData("Activities", "SetStateEventArgs", "TargetStateName")]
    [InlineData("Activities", "StateMachineWorkflowActivity", "SetStateQueueName DynamicUpdateCondition")]
    [InlineData("ComponentModel", "Activity", "ActivityContextGuidProperty")]
    [InlineData("Activities", "HandleExternalEventActivity", "OnInvoked InterfaceType EventName Roles")]
    [InlineData("Activities", "CallExternalMethodActivity", "OnMethodInvoking OnMethodInvoked InterfaceType MethodName")]
    [InlineData("Activities", "ReplicatorChildEventArgs", "InstanceData Activity")]
    [InlineData("Activities", "ReplicatorActivity", "CurrentIndex")]
    [InlineData("Activities", "EventQueueName", "InterfaceType MethodName")]
    [InlineData("Activities", "EventDeliveryFailedException", "")]
    [InlineData("Activities", "WorkflowRole", "Name IncludesIdentity GetIdentities")]
    [InlineData("Activities", "WorkflowRoleCollection", "IncludesIdentity")]
    [InlineData("Activities", "WebWorkflowRole", "Name")]
    [InlineData("Activities", "WorkflowAuthorizationException", "")]
    [InlineData("Activities", "MessageEventSubscription", "SubscriptionId WorkflowInstanceId QueueName InterfaceType MethodName CorrelationProperties")]
    [InlineData("Activities", "WorkflowSubscriptionService", "CreateSubscription DeleteSubscription")]
    [InlineData("Runtime", "TimerEventSubscriptionCollection", "TimerCollectionProperty Peek")]
    [InlineData("Runtime", "WorkflowQueueInfo", "QueueName Items SubscribedActivityNames")]
    [InlineData("Runtime", "WorkflowQueue", "RegisterForQueueItemAvailable UnregisterForQueueItemAvailable")]
    [InlineData("ComponentModel.Compiler", "ValidationError", "ErrorText ErrorNumber")]
    [InlineData("ComponentModel.Compiler", "ValidationErrorCollection", "HasErrors")]
    [InlineData("ComponentModel.Compiler", "WorkflowValidationFailedException", "Errors")]
    [InlineData("ComponentModel.Compiler", "ValidationVisibility", "Hidden")]
    [InlineData("ComponentModel.Compiler", "SupportsTransactionAttribute", "")]
    [InlineData("ComponentModel.Compiler", "SupportsSynchronizationAttribute", "")]
    [InlineData("ComponentModel.Compiler", "ActivityValidatorAttribute", "")]
    [InlineData("ComponentModel.Compiler", "ActivityCodeGeneratorAttribute", "")]
    [InlineData("Runtime.Hosting", "WorkflowRuntimeService", "Start Stop OnStarted OnStopped State RaiseServicesExceptionNotHandledEvent")]
    [InlineData("Runtime.Hosting", "SharedConnectionWorkflowCommitWorkBatchService", "")]
    [InlineData("Runtime.Hosting", "WorkflowLoaderService", "CreateInstance")]
    [InlineData("Runtime.Hosting", "DefaultWorkflowLoaderService", "")]
    [InlineData(
        "Runtime.Hosting",
        "SqlPersistenceWorkflowInstanceDescription",
        "WorkflowInstanceId Status IsBlocked NextTimerExpiration SuspendOrTerminateDescription")]
    [InlineData("Runtime.Hosting", "StoreWorkflowPersistenceService", "GetAllWorkflows")]
    [InlineData("ComponentModel", "WorkflowChanges", "TransientWorkflow Validate ConditionProperty")]
    [InlineData("ComponentModel", "CompositeActivity", "ApplyWorkflowChanges OnActivityChangeAdd OnActivityChangeRemove OnWorkflowChangesCompleted")]
    [InlineData("ComponentModel", "WorkflowChangeAction", "")]
    [InlineData("ComponentModel", "ActivityChangeAction", "OwnerActivityDottedPath")]
    [InlineData("ComponentModel", "AddedActivityAction", "AddedActivity Index")]
    [InlineData("ComponentModel", "RemovedActivityAction", "OriginalRemovedActivity RemovedActivityIndex")]
    [InlineData("ComponentModel", "SynchronizationHandlesAttribute", "Handles")]
    [InlineData("Runtime.Configuration", "WorkflowRuntimeServiceElement", "Type")]
    [InlineData("Runtime.Hosting", "SqlWorkflowPersistenceService", "EnableRetries LoadingInterval ServiceInstanceId GetAllWorkflows Dispose")]
    [InlineData("Runtime.Tracking", "SqlTrackingWorkflowInstance", "WorkflowDefinition")]
    [InlineData("Activities", "HandleExternalEventActivityValidator", "Validate")]
    [InlineData("Activities", "CallExternalMethodActivityValidator", "Validate")]
    [InlineData("Activities", "StateActivityValidator", "Validate")]
    [InlineData("ComponentModel.Design", "ITypeFilterProvider", "FilterDescription CanFilterType")]
    [InlineData("ComponentModel.Design", "TypeFilterProviderAttribute", "TypeFilterProviderTypeName")]
    [InlineData("ComponentModel", "DependencyObject", "SetReadOnlyPropertyValue")]
    public void Name_OfPublishedCode_Exists(string room, string type, string members)
    {
        Type? found = Package.GetType($"{Prefix}{room}.{type}");
        Assert.True(found is { IsVisible: true }, $"{room}.{type} is not public.");
        const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;
        foreach (string member in members.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            Assert.True(
                found!.GetMember(member, All).Any(static member => member is not MethodBase { IsAssembly: true } and not MethodBase { IsPrivate: true }),
                $"{type}.{member} does not exist.");
        }
    }

    [Theory]
    [InlineData("ComponentModel")]
    [InlineData("ComponentModel.Compiler")]
    [InlineData("ComponentModel.Design")]
    [InlineData("ComponentModel.Serialization")]
    [InlineData("Activities")]
    [InlineData("Activities.Rules")]
    [InlineData("Runtime")]
    [InlineData("Runtime.Hosting")]
    [InlineData("Runtime.Configuration")]
    public void Namespace_Renamed_HasPublicType(string name) => Assert.Contains(Package.GetExportedTypes(), type => type.Namespace == Prefix + name);
}
