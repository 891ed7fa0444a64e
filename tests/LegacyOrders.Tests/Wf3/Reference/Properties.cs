using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.ObjectModel;

namespace System.Workflow.ComponentModel
{
    public delegate object GetValueOverride(DependencyObject d);

    public delegate void SetValueOverride(DependencyObject d, object value);

    [Flags]
    public enum DependencyPropertyOptions : byte
    {
        Default = 1,
        ReadOnly = 2,
        Optional = 4,
        Metadata = 8,
        NonSerialized = 16,
        DelegateProperty = 32,
    }

    public class PropertyMetadata
    {
        public PropertyMetadata() => throw null;
        public PropertyMetadata(object defaultValue) => throw null;
        public PropertyMetadata(DependencyPropertyOptions options) => throw null;
        public PropertyMetadata(object defaultValue, DependencyPropertyOptions options) => throw null;
        public PropertyMetadata(object defaultValue, params Attribute[] attributes) => throw null;
        public PropertyMetadata(object defaultValue, DependencyPropertyOptions options, params Attribute[] attributes) => throw null;
        public PropertyMetadata(DependencyPropertyOptions options, params Attribute[] attributes) => throw null;
        public PropertyMetadata(params Attribute[] attributes) => throw null;
        public PropertyMetadata(
            object defaultValue,
            DependencyPropertyOptions options,
            GetValueOverride getValueOverride,
            SetValueOverride setValueOverride,
            params Attribute[] attributes) => throw null;
        public object DefaultValue => throw null;
        public GetValueOverride GetValueOverride => throw null;
        public bool IsMetaProperty => throw null;
        public bool IsNonSerialized => throw null;
        public bool IsReadOnly => throw null;
        public DependencyPropertyOptions Options => throw null;
        public SetValueOverride SetValueOverride => throw null;
        public Attribute[] GetAttributes() => throw null;
    }

    public sealed class DependencyProperty
    {
        private DependencyProperty() => throw null;
        public PropertyMetadata DefaultMetadata => throw null;
        public bool IsAttached => throw null;
        public bool IsEvent => throw null;
        public string Name => throw null;
        public Type OwnerType => throw null;
        public Type PropertyType => throw null;
        public Type ValidatorType => throw null;
        public static DependencyProperty FromName(string propertyName, Type ownerType) => throw null;
        public static DependencyProperty Register(string name, Type propertyType, Type ownerType) => throw null;
        public static DependencyProperty Register(string name, Type propertyType, Type ownerType, PropertyMetadata defaultMetadata) => throw null;
        public static DependencyProperty RegisterAttached(string name, Type propertyType, Type ownerType) => throw null;
        public static DependencyProperty RegisterAttached(string name, Type propertyType, Type ownerType, PropertyMetadata defaultMetadata) => throw null;
        public static DependencyProperty RegisterAttached(
            string name,
            Type propertyType,
            Type ownerType,
            PropertyMetadata defaultMetadata,
            Type validatorType) => throw null;
    }

    public abstract class DependencyObject : IDisposable
    {
        protected DependencyObject() => throw null;
        protected bool DesignMode => throw null;
        protected DependencyObject ParentDependencyObject => throw null;
        public IDictionary UserData => throw null;
        public void AddHandler(DependencyProperty dependencyEvent, object value) => throw null;
        public void Dispose() => throw null;
        protected virtual void Dispose(bool disposing) => throw null;
        public ActivityBind GetBinding(DependencyProperty dependencyProperty) => throw null;
        protected virtual object GetBoundValue(ActivityBind bind, Type targetType) => throw null;
        protected T[] GetInvocationList<T>(DependencyProperty dependencyEvent) => throw null;
        public object GetValue(DependencyProperty dependencyProperty) => throw null;
        public object GetValueBase(DependencyProperty dependencyProperty) => throw null;
        public bool IsBindingSet(DependencyProperty dependencyProperty) => throw null;
        public void RemoveHandler(DependencyProperty dependencyEvent, object value) => throw null;
        public bool RemoveProperty(DependencyProperty dependencyProperty) => throw null;
        public void SetBinding(DependencyProperty dependencyProperty, ActivityBind bind) => throw null;
        protected virtual void SetBoundValue(ActivityBind bind, object value) => throw null;
        public void SetValue(DependencyProperty dependencyProperty, object value) => throw null;
        protected void SetValueBase(DependencyProperty dependencyProperty, object value) => throw null;
    }

    public sealed class ActivityBind : DependencyObject
    {
        public ActivityBind() => throw null;
        public ActivityBind(string name) => throw null;
        public ActivityBind(string name, string path) => throw null;
        public string Name { get => throw null; set => throw null; }
        public string Path { get => throw null; set => throw null; }
        public object GetRuntimeValue(Activity activity) => throw null;
        public object GetRuntimeValue(Activity activity, Type targetType) => throw null;
        public void SetRuntimeValue(Activity activity, object value) => throw null;
    }

    public sealed class WorkflowParameterBinding : DependencyObject
    {
        public static readonly DependencyProperty ParameterNameProperty;
        public static readonly DependencyProperty ValueProperty;
        public WorkflowParameterBinding() => throw null;
        public WorkflowParameterBinding(string parameterName) => throw null;
        public string ParameterName { get => throw null; set => throw null; }
        public object Value { get => throw null; set => throw null; }
    }

    public sealed class WorkflowParameterBindingCollection : KeyedCollection<string, WorkflowParameterBinding>
    {
        public WorkflowParameterBindingCollection(Activity ownerActivity) => throw null;
        public WorkflowParameterBinding GetItem(string key) => throw null;
        protected override string GetKeyForItem(WorkflowParameterBinding item) => throw null;
    }

    public abstract class ActivityCondition : DependencyObject
    {
        protected ActivityCondition() => throw null;
        public abstract bool Evaluate(Activity activity, IServiceProvider provider);
    }
}
