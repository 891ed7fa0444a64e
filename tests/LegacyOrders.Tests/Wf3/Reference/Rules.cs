using System;
using System.CodeDom;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Workflow.ComponentModel;
using System.Workflow.ComponentModel.Compiler;

namespace System.Workflow.Activities.Rules
{
    public enum RuleChainingBehavior
    {
        None,
        UpdateOnly,
        Full,
    }

    public enum RuleReevaluationBehavior
    {
        Never,
        Always,
    }

    public enum RuleAttributeTarget
    {
        Parameter,
        This,
    }

    public abstract class RuleAttribute : Attribute
    {
        internal RuleAttribute() => throw null;
    }

    public abstract class RuleReadWriteAttribute : RuleAttribute
    {
        internal RuleReadWriteAttribute() => throw null;
        public string Path => throw null;
        public RuleAttributeTarget Target => throw null;
    }

    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
    public sealed class RuleReadAttribute : RuleReadWriteAttribute
    {
        public RuleReadAttribute(string path) => throw null;
        public RuleReadAttribute(string path, RuleAttributeTarget target) => throw null;
    }

    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
    public sealed class RuleWriteAttribute : RuleReadWriteAttribute
    {
        public RuleWriteAttribute(string path) => throw null;
        public RuleWriteAttribute(string path, RuleAttributeTarget target) => throw null;
    }

    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Method, AllowMultiple = true)]
    public sealed class RuleInvokeAttribute : RuleAttribute
    {
        public RuleInvokeAttribute(string methodInvoked) => throw null;
        public string MethodInvoked => throw null;
    }

    public abstract class RuleCondition
    {
        protected RuleCondition() => throw null;
        public abstract string Name { get; set; }
        public abstract RuleCondition Clone();
        public abstract bool Evaluate(RuleExecution execution);
        public abstract ICollection<string> GetDependencies(RuleValidation validation);
        public virtual void OnRuntimeInitialized() => throw null;
        public abstract bool Validate(RuleValidation validation);
    }

    public sealed class RuleExpressionCondition : RuleCondition
    {
        public RuleExpressionCondition() => throw null;
        public RuleExpressionCondition(string conditionName) => throw null;
        public RuleExpressionCondition(CodeExpression expression) => throw null;
        public RuleExpressionCondition(string conditionName, CodeExpression expression) => throw null;
        public CodeExpression Expression { get => throw null; set => throw null; }
        public override string Name { get => throw null; set => throw null; }
        public override RuleCondition Clone() => throw null;
        public override bool Evaluate(RuleExecution execution) => throw null;
        public override ICollection<string> GetDependencies(RuleValidation validation) => throw null;
        public override bool Validate(RuleValidation validation) => throw null;
    }

    public abstract class RuleAction
    {
        protected RuleAction() => throw null;
        public abstract RuleAction Clone();
        public abstract void Execute(RuleExecution context);
        public abstract ICollection<string> GetSideEffects(RuleValidation validation);
        public abstract bool Validate(RuleValidation validator);
    }

    public class RuleStatementAction : RuleAction
    {
        public RuleStatementAction() => throw null;
        public RuleStatementAction(CodeStatement codeDomStatement) => throw null;
        public RuleStatementAction(CodeExpression codeDomExpression) => throw null;
        public CodeStatement CodeDomStatement { get => throw null; set => throw null; }
        public override RuleAction Clone() => throw null;
        public override void Execute(RuleExecution context) => throw null;
        public override ICollection<string> GetSideEffects(RuleValidation validation) => throw null;
        public override bool Validate(RuleValidation validator) => throw null;
    }

    public class RuleUpdateAction : RuleAction
    {
        public RuleUpdateAction() => throw null;
        public RuleUpdateAction(string path) => throw null;
        public string Path { get => throw null; set => throw null; }
        public override RuleAction Clone() => throw null;
        public override void Execute(RuleExecution context) => throw null;
        public override ICollection<string> GetSideEffects(RuleValidation validation) => throw null;
        public override bool Validate(RuleValidation validator) => throw null;
    }

    public class RuleHaltAction : RuleAction
    {
        public RuleHaltAction() => throw null;
        public override RuleAction Clone() => throw null;
        public override void Execute(RuleExecution context) => throw null;
        public override ICollection<string> GetSideEffects(RuleValidation validation) => throw null;
        public override bool Validate(RuleValidation validator) => throw null;
    }

    public class Rule
    {
        public Rule() => throw null;
        public Rule(string name) => throw null;
        public Rule(string name, RuleCondition condition, IList<RuleAction> thenActions) => throw null;
        public Rule(string name, RuleCondition condition, IList<RuleAction> thenActions, IList<RuleAction> elseActions) => throw null;
        public bool Active { get => throw null; set => throw null; }
        public RuleCondition Condition { get => throw null; set => throw null; }
        public string Description { get => throw null; set => throw null; }
        public IList<RuleAction> ElseActions => throw null;
        public string Name { get => throw null; set => throw null; }
        public int Priority { get => throw null; set => throw null; }
        public RuleReevaluationBehavior ReevaluationBehavior { get => throw null; set => throw null; }
        public IList<RuleAction> ThenActions => throw null;
        public Rule Clone() => throw null;
    }

    public class RuleSet
    {
        public RuleSet() => throw null;
        public RuleSet(string name) => throw null;
        public RuleSet(string name, string description) => throw null;
        public RuleChainingBehavior ChainingBehavior { get => throw null; set => throw null; }
        public string Description { get => throw null; set => throw null; }
        public string Name { get => throw null; set => throw null; }
        public ICollection<Rule> Rules => throw null;
        public RuleSet Clone() => throw null;
        public void Execute(RuleExecution ruleExecution) => throw null;
        public bool Validate(RuleValidation validation) => throw null;
    }

    public sealed class RuleSetReference : DependencyObject
    {
        public RuleSetReference() => throw null;
        public RuleSetReference(string ruleSetName) => throw null;
        public string RuleSetName { get => throw null; set => throw null; }
    }

    public class RuleConditionReference : ActivityCondition
    {
        public RuleConditionReference() => throw null;
        public string ConditionName { get => throw null; set => throw null; }
        public override bool Evaluate(Activity activity, IServiceProvider provider) => throw null;
    }

    public sealed class RuleConditionCollection : KeyedCollection<string, RuleCondition>
    {
        public RuleConditionCollection() => throw null;
        protected override string GetKeyForItem(RuleCondition item) => throw null;
    }

    public sealed class RuleSetCollection : KeyedCollection<string, RuleSet>
    {
        public RuleSetCollection() => throw null;
        protected override string GetKeyForItem(RuleSet item) => throw null;
    }

    public sealed class RuleDefinitions
    {
        public static readonly DependencyProperty RuleDefinitionsProperty;
        public RuleDefinitions() => throw null;
        public RuleConditionCollection Conditions => throw null;
        public RuleSetCollection RuleSets => throw null;
    }

    public class RuleActionTrackingEvent
    {
        internal RuleActionTrackingEvent() => throw null;
        public bool ConditionResult => throw null;
        public string RuleName => throw null;
    }

    public class RuleValidation
    {
        public RuleValidation(Type thisType, ITypeProvider typeProvider) => throw null;
        public RuleValidation(Activity activity, ITypeProvider typeProvider, bool checkStaticType) => throw null;
        public ValidationErrorCollection Errors => throw null;
        public Type ThisType => throw null;
    }

    public class RuleExecution
    {
        public RuleExecution(RuleValidation validation, object thisObject) => throw null;
        public RuleExecution(RuleValidation validation, object thisObject, ActivityExecutionContext activityExecutionContext) => throw null;
        public Activity Activity => throw null;
        public ActivityExecutionContext ActivityExecutionContext => throw null;
        public bool Halted { get => throw null; set => throw null; }
        public object ThisObject => throw null;
        public RuleValidation Validation { get => throw null; set => throw null; }
    }

    public class RuleEngine
    {
        public RuleEngine(RuleSet ruleSet, Type objectType) => throw null;
        public RuleEngine(RuleSet ruleSet, RuleValidation validation) => throw null;
        public void Execute(object thisObject, ActivityExecutionContext executionContext) => throw null;
        public void Execute(RuleExecution ruleExecution) => throw null;
    }

    public class RuleException : Exception
    {
        public RuleException() => throw null;
        public RuleException(string message) => throw null;
        public RuleException(string message, Exception ex) => throw null;
    }

    public class RuleEvaluationException : RuleException
    {
        public RuleEvaluationException() => throw null;
        public RuleEvaluationException(string message) => throw null;
        public RuleEvaluationException(string message, Exception ex) => throw null;
    }

    public class RuleSetValidationException : RuleException
    {
        public RuleSetValidationException() => throw null;
        public RuleSetValidationException(string message) => throw null;
        public RuleSetValidationException(string message, Exception ex) => throw null;
        public RuleSetValidationException(string message, ValidationErrorCollection errors) => throw null;
        public ValidationErrorCollection Errors => throw null;
    }
}
