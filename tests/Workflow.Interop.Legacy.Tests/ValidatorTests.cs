using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Validators of applications. Only applications call them (A.13a).</summary>
[Trait("Paragraph", "A.13a")]
public sealed class ValidatorTests
{
    private readonly ValidationManager _manager = new(new WorkflowRuntime());

    [Fact]
    public void Validator_OfActivity_FindsErrors()
    {
        Validator[] validators = _manager.GetValidators(typeof(Checked));
        ValidationErrorCollection errors = Assert.Single(validators).Validate(_manager, new Checked());
        ValidationError error = Assert.Single(errors.ToArray());
        Assert.Equal(
            ("The property 'Text' is not set; set it.", 0x116, "Text", false),
            (error.ErrorText, error.ErrorNumber, error.PropertyName, error.IsWarning));
        Assert.True(errors.HasErrors);
        Assert.Same(error, Assert.Single(new ValidationErrorCollection(errors)));
    }

    [Fact]
    public void Validators_OtherObject_IsRefused()
    {
        Assert.Throws<ArgumentException>(() => new ActivityValidator().Validate(_manager, "text"));
        Assert.Throws<ArgumentException>(() => new CompositeActivityValidator().Validate(_manager, new CodeActivity()));
        Assert.Empty(new CompositeActivityValidator().Validate(_manager, new SequenceActivity()));
        Assert.Empty(new ConditionValidator().Validate(_manager, new CodeCondition()));
        Assert.Empty(_manager.GetValidators(typeof(SequenceActivity)));
    }

    [Fact]
    public void Validator_CannotBeCreated_IsNamed()
    {
        InvalidOperationException refused = Assert.Throws<InvalidOperationException>(() => _manager.GetValidators(typeof(Wrong)));
        Assert.Contains("'System.String'", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Manager_GetService_UsesProvider()
    {
        using WorkflowRuntime runtime = new();
        runtime.AddService("text");
        Assert.Equal("text", new ValidationManager(runtime, validateChildActivities: false).GetService(typeof(string)));
        Assert.Equal((true, false), (_manager.ValidateChildActivities, new ValidationManager(runtime, validateChildActivities: false).ValidateChildActivities));
        Assert.Equal(["text"], runtime.GetAllServices(typeof(string)));
    }

    [ActivityValidator(typeof(TextValidator))]
    public sealed class Checked : Activity
    {
        public string? Text { get; set; }
    }

    [ActivityValidator(typeof(string))]
    public sealed class Wrong : Activity;

    public sealed class TextValidator : ActivityValidator
    {
        public override ValidationErrorCollection ValidateProperties(ValidationManager manager, object obj)
        {
            ValidationErrorCollection errors = base.ValidateProperties(manager, obj);
            if (((Checked)obj).Text is null)
            {
                errors.Add(ValidationError.GetNotSetValidationError("Text"));
            }

            return errors;
        }
    }
}
