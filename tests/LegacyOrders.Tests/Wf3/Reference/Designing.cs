using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Reflection;
using System.Xml;

namespace System.Workflow.ComponentModel.Compiler
{
    public enum ValidationOption
    {
        None,
        Optional,
        Required,
    }

    [AttributeUsage(AttributeTargets.Property)]
    public sealed class ValidationOptionAttribute : Attribute
    {
        public ValidationOptionAttribute(ValidationOption validationOption) => throw null;
        public ValidationOption ValidationOption => throw null;
    }

    public enum ValidationVisibility
    {
        Optional,
        Required,
        Hidden,
    }

    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
    public sealed class ValidationVisibilityAttribute : Attribute
    {
        public ValidationVisibilityAttribute(ValidationVisibility visibility) => throw null;
        public ValidationVisibility Visibility => throw null;
    }

    [AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
    public sealed class ActivityValidatorAttribute : Attribute
    {
        public ActivityValidatorAttribute(Type validatorType) => throw null;
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class ActivityCodeGeneratorAttribute : Attribute
    {
        public ActivityCodeGeneratorAttribute(Type codeGeneratorType) => throw null;
    }

    public class Validator
    {
        public Validator() => throw null;
        public virtual ValidationErrorCollection Validate(ValidationManager manager, object obj) => throw null;
        public virtual ValidationErrorCollection ValidateProperties(ValidationManager manager, object obj) => throw null;
    }

    public class DependencyObjectValidator : Validator
    {
        public DependencyObjectValidator() => throw null;
    }

    public class ConditionValidator : DependencyObjectValidator
    {
        public ConditionValidator() => throw null;
    }

    public class ActivityValidator : DependencyObjectValidator
    {
        public ActivityValidator() => throw null;
        public override ValidationErrorCollection Validate(ValidationManager manager, object obj) => throw null;
    }

    public class CompositeActivityValidator : ActivityValidator
    {
        public CompositeActivityValidator() => throw null;
        public override ValidationErrorCollection Validate(ValidationManager manager, object obj) => throw null;
    }

    public sealed class ValidationManager : IServiceProvider
    {
        public ValidationManager(IServiceProvider serviceProvider) => throw null;
        public ValidationManager(IServiceProvider serviceProvider, bool validateChildActivities) => throw null;
        public bool ValidateChildActivities => throw null;
        public object GetService(Type serviceType) => throw null;
        public Validator[] GetValidators(Type type) => throw null;
    }

    public sealed class ValidationError
    {
        public ValidationError(string errorText, int errorNumber) => throw null;
        public ValidationError(string errorText, int errorNumber, bool isWarning) => throw null;
        public ValidationError(string errorText, int errorNumber, bool isWarning, string propertyName) => throw null;
        public int ErrorNumber => throw null;
        public string ErrorText => throw null;
        public bool IsWarning => throw null;
        public string PropertyName { get => throw null; set => throw null; }
        public static ValidationError GetNotSetValidationError(string propertyName) => throw null;
    }

    public sealed class ValidationErrorCollection : Collection<ValidationError>
    {
        public ValidationErrorCollection() => throw null;
        public ValidationErrorCollection(ValidationErrorCollection value) => throw null;
        public ValidationErrorCollection(IEnumerable<ValidationError> value) => throw null;
        public bool HasErrors => throw null;
        public bool HasWarnings => throw null;
        public void AddRange(IEnumerable<ValidationError> value) => throw null;
        public ValidationError[] ToArray() => throw null;
    }

    public sealed class WorkflowValidationFailedException : Exception
    {
        public WorkflowValidationFailedException() => throw null;
        public WorkflowValidationFailedException(string message) => throw null;
        public WorkflowValidationFailedException(string message, Exception innerException) => throw null;
        public WorkflowValidationFailedException(string message, ValidationErrorCollection errors) => throw null;
        public ValidationErrorCollection Errors => throw null;
    }

    public interface ITypeProvider
    {
        Type GetType(string name);
    }

    public class TypeProvider : ITypeProvider
    {
        public TypeProvider(IServiceProvider serviceProvider) => throw null;
        public void AddAssembly(Assembly assembly) => throw null;
        public Type GetType(string name) => throw null;
    }
}

namespace System.Workflow.ComponentModel.Design
{
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class ActivityDesignerThemeAttribute : Attribute
    {
        public ActivityDesignerThemeAttribute(Type designerThemeType) => throw null;
        public Type DesignerThemeType => throw null;
        public string Xml { get => throw null; set => throw null; }
    }

    public class ActivityToolboxItem
    {
    }

    public class ActivityDesigner
    {
    }

    public class CompositeActivityDesigner : ActivityDesigner
    {
    }

    public class StructuredCompositeActivityDesigner : CompositeActivityDesigner
    {
    }

    public class SequentialActivityDesigner : StructuredCompositeActivityDesigner
    {
    }

    public class ParallelActivityDesigner : StructuredCompositeActivityDesigner
    {
    }

    public class FreeformActivityDesigner : CompositeActivityDesigner
    {
    }

    public class ActivityPreviewDesigner : SequentialActivityDesigner
    {
    }

    public class ActivityDesignerTheme
    {
    }

    public class CompositeDesignerTheme : ActivityDesignerTheme
    {
    }

    public sealed class TypeBrowserEditor
    {
    }

    public class BindUITypeEditor
    {
    }

    public class ActivityBindTypeConverter : TypeConverter
    {
    }
}

namespace System.Workflow.ComponentModel.Serialization
{
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class RuntimeNamePropertyAttribute : Attribute
    {
        public RuntimeNamePropertyAttribute(string name) => throw null;
        public string Name => throw null;
    }

    public class WorkflowMarkupSerializationException : Exception
    {
        public WorkflowMarkupSerializationException() => throw null;
        public WorkflowMarkupSerializationException(string message) => throw null;
        public WorkflowMarkupSerializationException(string message, int lineNumber, int columnNumber) => throw null;
        public int LineNumber => throw null;
        public int LinePosition => throw null;
    }

    public class WorkflowMarkupSerializer
    {
        public WorkflowMarkupSerializer() => throw null;
        public object Deserialize(XmlReader reader) => throw null;
        public void Serialize(XmlWriter writer, object obj) => throw null;
    }
}
